/**
 * How much the proofs do: `ci` with every test run, `full` by `npm run proof -- --only authenticity --size full`,
 * with the numbers that the shop promises to hold at.
 */
const sizes = {
  ci: { addresses: 60, guessesEach: 8, checksOfOne: 300, recalledOrders: 900 },
  full: { addresses: 1_000, guessesEach: 100, checksOfOne: 10_000, recalledOrders: 20_000 },
};

export const isFull = process.env.AUTHENTICITY_SIZE === 'full';
export const size = sizes[isFull ? 'full' : 'ci'];

/** What chance starts from: `PROOF_SEED` tries again what failed. */
export const seed = Number(process.env.PROOF_SEED) || 1 + Math.floor(Math.random() * 999_999);

/** Milliseconds that one proof may take. */
export const patience = isFull ? 30 * 60_000 : 300_000;

/** Figures of a full run are worth keeping. */
export function tell(proof: string, figures: object): void {
  if (isFull) process.stdout.write(`${proof}: ${JSON.stringify(figures)}\n`);
}
