import type { ApiCall } from './ways-to-pay.ts';

interface Size {
  orders: number;
  deliveries: number;
  parallel: number;
  killRepeats: number;
  /** Only every nth kill point. */
  killStep: number;
  beginningStep: number;
  faults: number;
  hangs: number;
  /** A hanging call takes as long as our timeout, so the small size tries only two. */
  hangingCalls: readonly ApiCall[];
  mutations: number;
  checkouts: number;
  /** Kills at random moments while customers buy. */
  randomKills: number;
  kindsOfVictims: number;
  customers: number;
}

/**
 * How much the proofs do: `ci` in every test run, `full` with `npm run test:money -- --size full`.
 * Full uses the sizes the shop promises to handle.
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

/** Random seed of a proof; set `PROOF_SEED` to repeat a failure. */
export const seed = Number(process.env.PROOF_SEED) || 1 + Math.floor(Math.random() * 999_999);

/** Timeout of one proof in milliseconds. */
export const patience = process.env.MONEY_SIZE === 'full' ? 45 * 60_000 : 300_000;

/** Figures of a full run are worth recording. */
export function tell(proof: string, figures: object): void {
  if (process.env.MONEY_SIZE !== 'full') return;
  process.stdout.write(`${proof}: ${JSON.stringify(figures)}\n`);
}
