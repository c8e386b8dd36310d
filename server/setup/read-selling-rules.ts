import { createKysely, type Database } from '@liv-fit/backend/database';
import type { SellingRules } from '#domain/quote-order.ts';
import { readSellingRules } from '#server/orders/checkout/read-selling-rules.ts';
import type { DB } from '#server/orders/tables.ts';
import { type CachedReader, createCachedReader } from './cached-reader.ts';

export type SellingRulesReader = CachedReader<SellingRules>;

/** The tables that they are in. */
export const sellingRuleTables = ['delivery_zones', 'delivery_rates', 'tax_rates'] as const;

/** The owner's current rules of delivery and tax. */
export function createSellingRulesReader(database: Database): SellingRulesReader {
  const db = createKysely<DB>(database);
  return createCachedReader(() => readSellingRules(db));
}
