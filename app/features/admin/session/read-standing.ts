import { openTransientAuth } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import { adminHeaders } from './admin-headers.ts';

/**
 * Where the database sees the signed-in person: an administrator; one whose authenticator app has
 * yet to be asked for a code; one who has none and needs one; nobody of the admin area; nobody at
 * all, because the session has ended.
 */
export type Standing = 'admin' | 'code_needed' | 'authenticator_needed' | 'none' | 'ended';

/** The cache key of the answer; invalidated once the database refuses something. */
export const adminSessionKey = ['admin-session'] as const;

/** Where the signed-in person stands right now. Throws when the database cannot be asked. */
export async function readStanding(publishableKey: string): Promise<Standing> {
  const headers = await adminHeaders(publishableKey);
  const token = headers.Authorization?.replace('Bearer ', '');
  if (!token) return 'ended';
  const tables = await openTables(publishableKey, headers);
  const { data, error, status } = await tables.rpc('admin_standing');
  if (status === 401) return 'ended';
  if (error && error.code !== '42501') throw new Error(error.message);
  if (!error && data !== 'none') return data as Standing;
  // The database sees no difference between no right and no session.
  return (await hasEnded(publishableKey, token)) ? 'ended' : 'none';
}

async function hasEnded(publishableKey: string, token: string): Promise<boolean> {
  const { error } = await (await openTransientAuth(publishableKey)).getUser(token);
  return (
    error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError'
  );
}
