import { createKysely, type Database } from '@liv-fit/backend/database';
import type { OwnersRules } from '#domain/selling-facts.ts';
import { readSellingRules } from '#server/orders/checkout/read-selling-rules.ts';
import type { DB } from '#server/orders/tables.ts';
import { type CachedReader, createCachedReader } from './cached-reader.ts';

export type SellingRulesReader = CachedReader<OwnersRules>;

export const sellingRuleTables = [
  'delivery_zones',
  'delivery_rates',
  'tax_rates',
  'discounts',
] as const;

/** The owner's current rules for delivery and tax, and whether any discount code can be entered. */
export function createSellingRulesReader(database: Database): SellingRulesReader {
  const db = createKysely<DB>(database);
  return createCachedReader(async () => {
    const rules = await readSellingRules(db);
    const code = await db
      .selectFrom('discounts')
      .select('id')
      .where('active', '=', true)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', new Date())]))
      .limit(1)
      .executeTakeFirst();
    return { ...rules, codes: code !== undefined };
  });
}
