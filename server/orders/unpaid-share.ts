import { type RawBuilder, sql } from 'kysely';
import { limits } from '#server/limits.ts';

/**
 * The hashes of the range that a shopper's unpaid orders count toward; empty for shoppers who have
 * paid before, whose orders count on their own.
 */
export type CountedRanges = readonly string[];

/** A product or code of which an order takes more than its shopper may hold unpaid. */
export interface BeyondShare {
  id: string;
  /** How many it may take. */
  most: number;
}

/**
 * SQL for the products or codes of which an order has just taken too many, used in the statement
 * that takes them; null if there are none. If `ranges` is null, nothing is counted.
 */
export function findBeyondShare(
  orderId: string,
  pieces: readonly string[],
  ranges: CountedRanges | null,
): RawBuilder<BeyondShare[] | null> {
  if (ranges === null) return sql`null::jsonb`;
  return sql`private.find_beyond_share(
    ${orderId}, ${pieces}::uuid[], ${ranges}::text[], ${limits.unpaidShare.count}
  )`;
}
