/**
 * How much the proofs do: `ci` with every test run, `full` by `npm run test:money -- --size full`.
 * The names are the sizes that the shop promises to hold at.
 */
const sizes = {
  ci: {
    orders: 25,
    deliveries: 20,
    parallel: 50,
    killRepeats: 1,
    /** Every so many kill points only; all of them at full size. */
    killStep: 13,
    faults: 1,
    hangs: 1,
    mutations: 500,
    checkouts: 40,
  },
  full: {
    orders: 1000,
    deliveries: 20,
    parallel: 50,
    killRepeats: 5,
    killStep: 1,
    faults: 100,
    hangs: 5,
    mutations: 10_000,
    checkouts: 500,
  },
} as const;

export const size = sizes[process.env.MONEY_SIZE === 'full' ? 'full' : 'ci'];

/** Milliseconds that one proof may take. */
export const patience = process.env.MONEY_SIZE === 'full' ? 45 * 60_000 : 120_000;

/** Figures of a full run are worth keeping. */
export function tell(proof: string, figures: object): void {
  if (process.env.MONEY_SIZE !== 'full') return;
  process.stdout.write(`${proof}: ${JSON.stringify(figures)}\n`);
}
