import { type RawBuilder, sql } from 'kysely';
import { limits } from '#server/limits.ts';

/**
 * The range that a shopper's unpaid orders count with, as its hashes; empty for who has paid before, whose
 * orders count alone.
 */
export type CountedRanges = readonly string[];

/** A product or code of which an order takes more than its shopper may hold unpaid. */
export interface BeyondShare {
  id: string;
  /** How many it may take. */
  most: number;
}

/**
 * SQL for the products or codes of which an order has just taken too many, in the statement that takes
 * them; null when of none. Null `ranges` count nothing.
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
