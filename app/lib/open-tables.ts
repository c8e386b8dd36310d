import type { Database } from '#supabase/database.gen.ts';

/**
 * The table interface for the browser, through the official client, which is loaded when first
 * needed. `headers` are sent with every call, such as `x-lookup-key`.
 */
export async function openTables(publishableKey: string, headers: Record<string, string> = {}) {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  return new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { apikey: publishableKey, ...headers },
  });
}
