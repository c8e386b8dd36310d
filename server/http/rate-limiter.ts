import type { Database } from '@liv-fit/backend/database';
import {
  BoundedRateLimiter,
  createFairQueue,
  networkOf,
  rangeOf,
  visitorsOfRange,
} from '@liv-fit/backend/http';
import { RateLimiterPostgres, RateLimiterUnion } from 'rate-limiter-flexible';
import type { RateLimit } from '#server/limits.ts';
import { limiterClient } from './limiter-client.ts';

/** Where counts are stored: PostgreSQL, shared by all processes of a shop, or this process. */
export type LimitStore = Pick<Database, 'kind' | 'query'> | null;

/** Counts one or more calls for the key; resolves to how many seconds to wait, or 0. */
export type RateLimiter = (key: string, calls?: number) => Promise<number>;

type Allowance = Pick<RateLimit, 'count' | 'seconds'>;

/** All of `limits` apply together. `name` separates their counts from those of other limiters. */
export function createRateLimiter(
  store: LimitStore,
  name: string,
  ...limits: readonly Allowance[]
): RateLimiter {
  const limiter = new RateLimiterUnion(
    ...limits.map((limit, index) => createCounter(store, `${name} ${index}`, limit)),
  );
  return async (key, calls) => {
    try {
      await limiter.consume(key, calls);
      return 0;
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      const exceeded = Object.values(rejection as Record<string, { msBeforeNext: number }>);
      const waits = exceeded.map(({ msBeforeNext }) => Math.ceil(msBeforeNext / 1000));
      return Math.max(1, ...waits);
    }
  };
}

/**
 * The same for a visitor's address: the limits apply to its network, and four times as much to the
 * range around it. A call refused for the range still counts for the network, never the other way
 * around.
 */
export function createAddressLimiter(
  store: LimitStore,
  name: string,
  ...limits: readonly Allowance[]
): RateLimiter {
  const ofNetwork = createRateLimiter(store, name, ...limits);
  const ofRange = createRateLimiter(store, `${name} of range`, ...limits.map(forRange));
  return async (address, calls) =>
    (await ofNetwork(networkOf(address), calls)) || ofRange(rangeOf(address), calls);
}

const forRange = ({ count, seconds }: Allowance): Allowance => ({
  count: visitorsOfRange * count,
  seconds,
});

/**
 * Counts only failures, by network and range; after too many, even a correct attempt has to wait.
 */
export interface FailureLimiter {
  /**
   * If the address has a failure left, makes the attempt and resolves to 0; otherwise resolves to
   * how many seconds to wait, without trying. Counts before trying, so that parallel attempts don't
   * get more.
   */
  attempt(address: string, succeeds: () => Promise<boolean>): Promise<number>;
}

export function createFailureLimiter(
  store: LimitStore,
  name: string,
  limit: Allowance,
): FailureLimiter {
  const ofRange = forRange(limit);
  const parts = [
    { keyOf: networkOf, most: limit.count, limiter: createCounter(store, name, limit) },
    {
      keyOf: rangeOf,
      most: ofRange.count,
      limiter: createCounter(store, `${name} of range`, ofRange),
    },
  ];
  // An attempt that succeeds must not be refused because of parallel ones whose counts may still be
  // given back.
  const inTurn = createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    longest: Number.POSITIVE_INFINITY,
    share: 1,
  });

  async function countFirst(address: string, succeeds: () => Promise<boolean>): Promise<number> {
    const waits = parts.map(async ({ keyOf, most, limiter }) => {
      const failed = await limiter.get(keyOf(address));
      return failed && failed.consumedPoints >= most ? secondsUntil(failed) : 0;
    });
    const wait = Math.max(...(await Promise.all(waits)));
    if (wait > 0) return wait;
    const counts = parts.map(async ({ keyOf, most, limiter }) => {
      const key = keyOf(address);
      const counted = await limiter.penalty(key);
      const windowEnds = Date.now() + counted.msBeforeNext;
      const giveBack = async () => {
        // If a new window has started, it doesn't include this count.
        if (Date.now() < windowEnds) await limiter.reward(key);
      };
      return { wait: counted.consumedPoints > most ? secondsUntil(counted) : 0, giveBack };
    });
    const counted = await Promise.all(counts);
    const giveBack = () => Promise.all(counted.map((part) => part.giveBack()));
    // Other processes may have counted in the meantime.
    const over = Math.max(...counted.map((part) => part.wait));
    if (over > 0) {
      await giveBack();
      return over;
    }
    const isRight = await succeeds().catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    if (isRight) await giveBack();
    return 0;
  }

  return {
    attempt: (address, succeeds) => inTurn(() => countFirst(address, succeeds), networkOf(address)),
  };
}

const secondsUntil = ({ msBeforeNext }: { msBeforeNext: number }): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000));

function createCounter(store: LimitStore, name: string, { count, seconds }: Allowance) {
  const inMemory = { keyPrefix: name, points: count, duration: seconds };
  // The embedded database belongs to a single process, whose memory is faster.
  if (store?.kind !== 'postgres') return new BoundedRateLimiter(inMemory);
  return new RateLimiterPostgres({
    ...inMemory,
    storeClient: limiterClient(store),
    storeType: 'client',
    schemaName: 'private',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Requests over the limit cost no further database calls.
    inMemoryBlockOnConsumed: count + 1,
    // While the database isn't responding, each process counts on its own.
    insuranceLimiter: new BoundedRateLimiter(inMemory),
  });
}
