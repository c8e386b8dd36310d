import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/database.ts';

/** Admits `burst` calls at once and then one every `refillMs` milliseconds, for each key. */
export interface Limit {
  burst: number;
  refillMs: number;
}

export interface Limiter {
  /**
   * Uses one of the key's calls and answers 0, or the milliseconds to wait when none is left. Counted
   * `on` the call's database, in whose turns it is then, or within its transaction.
   */
  take(key: string, on: Queryable): Promise<number>;
  /** Gives one back, when a call turned out not to count. */
  refund(key: string, on: Queryable): Promise<void>;
}

/** Makes the limiters of a service; `name` tells their counts from one another. */
export type CreateLimiter = (name: string, limit: Limit) => Limiter;

/** The least used keys are forgotten beyond this, so that memory stays bounded under a flood. */
const REMEMBERED_KEYS = 20_000;

/** Counts in this process. */
export function createLimiter({ burst, refillMs }: Limit, clock: () => number): Limiter {
  // Each key holds the moment at which all its calls will be there again.
  const fullAt = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return {
    async take(key) {
      const now = clock();
      // What lies further ahead than all calls together was counted before the clock was set back.
      const counted = Math.min(fullAt.get(key) ?? 0, now + burst * refillMs);
      const next = Math.max(counted, now) + refillMs;
      const wait = next - now - burst * refillMs;
      fullAt.set(key, wait > 0 ? counted : next);
      return Math.max(0, wait);
    },
    async refund(key) {
      const moment = fullAt.get(key);
      if (moment !== undefined) fullAt.set(key, moment - refillMs);
    },
  };
}

export interface SharedCounts {
  /** Keys hold email addresses and networks: the database stores them hashed with this. */
  secret: string;
  clock: () => number;
}

/** Counts in PostgreSQL, for all processes together. */
export function createSharedLimiter(
  { secret, clock }: SharedCounts,
  name: string,
  { burst, refillMs }: Limit,
): Limiter {
  // Who has to wait costs the database nothing meanwhile.
  const waitingUntil = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  const store = (key: string) =>
    `${name} ${createHmac('sha256', secret).update(key).digest('base64url')}`;
  return {
    async take(key, on) {
      const stored = store(key);
      const now = clock();
      const left = (waitingUntil.get(stored) ?? 0) - now;
      if (left > 0 && left <= refillMs) return left;
      const lastAdmitting = new Date(now + (burst - 1) * refillMs);
      const taken = await on.query({
        text: `
          insert into auth.rate_limits as counted (key, full_at)
          values ($1, $2::timestamptz + $3::float8 * interval '1 ms')
          on conflict (key) do update
          set full_at = greatest(counted.full_at, $2::timestamptz) + $3::float8 * interval '1 ms'
          where counted.full_at <= $4::timestamptz`,
        values: [stored, new Date(now), refillMs, lastAdmitting],
      });
      if (taken.rowCount > 0) return 0;
      // What lies further ahead than all calls together was stored by a process whose clock is wrong.
      const { rows } = await on.query<{ full_at: Date }>({
        text: `
          update auth.rate_limits
          set full_at = least(full_at, $2::timestamptz + $3::float8 * interval '1 ms')
          where key = $1 returning full_at`,
        values: [stored, lastAdmitting, refillMs],
      });
      const fullAt = rows[0]?.full_at.getTime() ?? 0;
      const wait = Math.max(1, fullAt - lastAdmitting.getTime());
      waitingUntil.set(stored, now + wait);
      return wait;
    },
    async refund(key, on) {
      const stored = store(key);
      waitingUntil.delete(stored);
      await on.query({
        text: `
          update auth.rate_limits set full_at = full_at - $2::float8 * interval '1 ms'
          where key = $1`,
        values: [stored, refillMs],
      });
    },
  };
}

/** For load tests on a loopback address. */
export const unlimited: Limiter = { take: async () => 0, refund: async () => {} };
