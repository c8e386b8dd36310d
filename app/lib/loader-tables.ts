import { PostgrestClient } from '@supabase/postgrest-js';
import type { RouterContextProvider } from 'react-router';
import type { Database } from '#supabase/database.gen.ts';
import { appContext } from './app-context.ts';

/**
 * The REST API for loaders and actions, as the anonymous visitor: the database decides what is
 * visible. `headers` such as `x-lookup-key` are sent with every call.
 */
export function loaderTables(
  context: Readonly<RouterContextProvider>,
  headers: Record<string, string> = {},
): PostgrestClient<Database> {
  const { fetch, origin, publishableKey, address } = context.get(appContext);
  return new PostgrestClient<Database>(`${origin}/rest/v1`, {
    fetch,
    // A person is waiting: better an empty state at once than seven seconds of retries.
    retry: false,
    headers: { apikey: publishableKey, 'x-forwarded-for': address, ...headers },
  });
}
