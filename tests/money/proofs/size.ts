import type { ApiCall } from './ways-to-pay.ts';

interface Size {
  orders: number;
  deliveries: number;
  parallel: number;
  killRepeats: number;
  /** Every so many kill points only. */
  killStep: number;
  beginningStep: number;
  faults: number;
  hangs: number;
  /** A hanging call takes as long as our patience, so that the small size tries two. */
  hangingCalls: readonly ApiCall[];
  mutations: number;
  checkouts: number;
  /** Deaths at random moments, and customers who buy meanwhile. */
  randomKills: number;
  kindsOfVictims: number;
  customers: number;
}

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
    killStep: 7,
    beginningStep: 12,
    faults: 1,
    hangs: 1,
    hangingCalls: ['open', 'refund'],
    mutations: 500,
    checkouts: 40,
    randomKills: 4,
    kindsOfVictims: 1,
    customers: 4,
  },
  full: {
    orders: 1000,
    deliveries: 20,
    parallel: 50,
    killRepeats: 5,
    killStep: 1,
    beginningStep: 1,
    faults: 100,
    hangs: 5,
    hangingCalls: ['open', 'read', 'take', 'refund', 'history', 'list'],
    mutations: 10_000,
    checkouts: 500,
    randomKills: 50,
    kindsOfVictims: 3,
    customers: 8,
  },
} satisfies Record<string, Size>;

export const size: Size = sizes[process.env.MONEY_SIZE === 'full' ? 'full' : 'ci'];

/** What a proof with chance in it starts from: `PROOF_SEED` tries again what failed. */
export const seed = Number(process.env.PROOF_SEED) || 1 + Math.floor(Math.random() * 999_999);

/** Milliseconds that one proof may take. */
export const patience = process.env.MONEY_SIZE === 'full' ? 45 * 60_000 : 300_000;

/** Figures of a full run are worth keeping. */
export function tell(proof: string, figures: object): void {
  if (process.env.MONEY_SIZE !== 'full') return;
  process.stdout.write(`${proof}: ${JSON.stringify(figures)}\n`);
}
