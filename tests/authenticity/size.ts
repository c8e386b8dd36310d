/**
 * How much the proofs do: `ci` in every test run, `full` with `npm run proof -- --only authenticity
 * --size full`, with the numbers the shop promises to handle.
 */
const sizes = {
  ci: { addresses: 60, guessesEach: 8, checksOfOne: 300, recalledOrders: 900 },
  full: { addresses: 1_000, guessesEach: 100, checksOfOne: 10_000, recalledOrders: 20_000 },
};

export const isFull = process.env.AUTHENTICITY_SIZE === 'full';
export const size = sizes[isFull ? 'full' : 'ci'];

/** Random seed; set `PROOF_SEED` to repeat a failure. */
export const seed = Number(process.env.PROOF_SEED) || 1 + Math.floor(Math.random() * 999_999);

/** Timeout of one proof in milliseconds. */
export const patience = isFull ? 30 * 60_000 : 300_000;

/** Figures of a full run are worth recording. */
export function tell(proof: string, figures: object): void {
  if (isFull) process.stdout.write(`${proof}: ${JSON.stringify(figures)}\n`);
}
