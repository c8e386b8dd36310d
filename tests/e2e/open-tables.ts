import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#supabase/database.gen.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { secretKey } from './shop-test.ts';

/** The tables as the shop's owner writes them, past row security. */
export function openTables({ origin }: ShopProcess): PostgrestClient<Database> {
  return new PostgrestClient<Database>(`${origin}/rest/v1`, { headers: { apikey: secretKey } });
}
