import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/database.ts';

/** Allows `burst` calls at once, then one every `refillMs` milliseconds, for each key. */
export interface Limit {
  burst: number;
  refillMs: number;
}

export interface Limiter {
  /**
   * Uses one of the key's calls and returns 0, or the milliseconds to wait if none is left. `on` is
   * the call's database, where the query waits its turn, or the current transaction.
   */
  take(key: string, on: Queryable): Promise<number>;
  /** Gives one back when a call turns out not to count. */
  refund(key: string, on: Queryable): Promise<void>;
}

/** Creates a service's limiters; `name` keeps their counts apart. */
export type CreateLimiter = (name: string, limit: Limit) => Limiter;

/** Beyond this the least recently used keys are dropped, so that memory stays bounded under a flood. */
const REMEMBERED_KEYS = 20_000;

/** Counts in this process. */
export function createLimiter({ burst, refillMs }: Limit, clock: () => number): Limiter {
  // For each key, the time at which its full burst is available again.
  const fullAt = new LRUCache<string, number>({ max: REMEMBERED_KEYS });
  return {
    async take(key) {
      const now = clock();
      // A time further ahead than a full burst was stored before the clock was set back.
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
  /**
   * Keys contain email addresses and networks, so the database stores only their HMAC with this
   * secret.
   */
  secret: string;
  clock: () => number;
}

/** Counts in PostgreSQL, shared by all processes. */
export function createSharedLimiter(
  { secret, clock }: SharedCounts,
  name: string,
  { burst, refillMs }: Limit,
): Limiter {
  // Callers that must wait are refused from memory, without asking the database.
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
      // A time further ahead than a full burst was stored by a process whose clock is wrong.
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
