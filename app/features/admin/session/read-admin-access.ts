import { openTransientAuth } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import { adminHeaders } from './admin-headers.ts';

/**
 * The database's view of the signed-in person: an admin; one who still has to enter a code; one who
 * still has to set up an authenticator app; not an admin; or signed out, because the session has
 * ended.
 */
export type AdminAccess = 'admin' | 'code_needed' | 'authenticator_needed' | 'none' | 'ended';

/** The query key of the response; invalidated whenever the database refuses something. */
export const adminSessionKey = ['admin-session'] as const;

/** Asks the database for the person's current access. Throws if it can't be reached. */
export async function readAdminAccess(publishableKey: string): Promise<AdminAccess> {
  const headers = await adminHeaders(publishableKey);
  const token = headers.Authorization?.replace('Bearer ', '');
  if (!token) return 'ended';
  const tables = await openTables(publishableKey, headers);
  const { data, error, status } = await tables.rpc('admin_standing');
  if (status === 401) return 'ended';
  if (error && error.code !== '42501') throw new Error(error.message);
  if (!error && data !== 'none') return data as AdminAccess;
  // The database returns the same result for a missing role and a missing session.
  return (await hasEnded(publishableKey, token)) ? 'ended' : 'none';
}

async function hasEnded(publishableKey: string, token: string): Promise<boolean> {
  const { error } = await (await openTransientAuth(publishableKey)).getUser(token);
  return (
    error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError'
  );
}
