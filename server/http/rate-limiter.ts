import type { Database } from '@liv-fit/backend/database';
import { networkOf, rangeOf, visitorsOfRange } from '@liv-fit/backend/http';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterUnion } from 'rate-limiter-flexible';
import type { RateLimit } from '#server/limits.ts';
import { countTogether } from './count-together.ts';

/** Where counts are stored: PostgreSQL, shared by all processes of a shop, or this process. */
export type LimitStore = Pick<Database, 'kind' | 'query'> | null;

/** Counts one or more for the key; resolves to the seconds it has to wait, 0 while it need not. */
export type RateLimiter = (key: string, calls?: number) => Promise<number>;

type Allowance = Pick<RateLimit, 'count' | 'seconds'>;

/** All of `limits` hold together. `name` tells their counts from those of other limiters. */
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
 * The same for a visitor's address: its network has the limits, and the range around it as much as
 * four networks. What the range is refused still counts for the network, never the other way round.
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

/** Counts only failures, by network and range; after too many, even the right answer has to wait. */
export interface FailureLimiter {
  /** Resolves to the seconds the address has to wait, 0 while it need not. */
  wait(address: string): Promise<number>;
  count(address: string): Promise<unknown>;
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
  return {
    async wait(address) {
      const waits = parts.map(async ({ keyOf, most, limiter }) => {
        const failed = await limiter.get(keyOf(address));
        const isOver = failed && failed.consumedPoints >= most;
        return isOver ? Math.ceil(failed.msBeforeNext / 1000) : 0;
      });
      return Math.max(...(await Promise.all(waits)));
    },
    count: (address) =>
      Promise.all(parts.map(({ keyOf, limiter }) => limiter.penalty(keyOf(address)))),
  };
}

function createCounter(store: LimitStore, name: string, { count, seconds }: Allowance) {
  const inMemory = { keyPrefix: name, points: count, duration: seconds };
  // The embedded database belongs to one process, whose memory is faster.
  if (store?.kind !== 'postgres') return new RateLimiterMemory(inMemory);
  return new RateLimiterPostgres({
    ...inMemory,
    storeClient: countTogether(store),
    storeType: 'client',
    schemaName: 'private',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Requests over a limit cost no more database calls.
    inMemoryBlockOnConsumed: count + 1,
    // While the database does not answer, each process counts for itself.
    insuranceLimiter: new RateLimiterMemory(inMemory),
  });
}
