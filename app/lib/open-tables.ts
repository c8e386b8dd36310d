import type { Database } from '#supabase/database.gen.ts';

/**
 * The REST API for the browser, through the official client, which is loaded when first needed.
 * `headers` such as `x-lookup-key` are sent with every call.
 */
export async function openTables(publishableKey: string, headers: Record<string, string> = {}) {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  return new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { apikey: publishableKey, ...headers },
  });
}
