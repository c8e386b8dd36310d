import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#supabase/database.gen.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { secretKey } from './shop-test.ts';

/** The tables as written by the shop's owner, bypassing row security. */
export function openTables({ origin }: ShopProcess): PostgrestClient<Database> {
  return new PostgrestClient<Database>(`${origin}/rest/v1`, { headers: { apikey: secretKey } });
}
