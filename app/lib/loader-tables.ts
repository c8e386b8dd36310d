import { PostgrestClient } from '@supabase/postgrest-js';
import type { RouterContextProvider } from 'react-router';
import type { Database } from '#supabase/database.gen.ts';
import { appContext } from './app-context.ts';

/**
 * The table interface for loaders and actions, as the anonymous visitor: the database decides what
 * may be seen. `headers` are sent with every call, such as `x-lookup-key`.
 */
export function loaderTables(
  context: Readonly<RouterContextProvider>,
  headers: Record<string, string> = {},
): PostgrestClient<Database> {
  const { fetch, origin, publishableKey, address } = context.get(appContext);
  return new PostgrestClient<Database>(`${origin}/rest/v1`, {
    fetch,
    // A person is waiting: rather the empty state at once than seven seconds of trying.
    retry: false,
    headers: { apikey: publishableKey, 'x-forwarded-for': address, ...headers },
  });
}
