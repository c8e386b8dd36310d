import { openTables } from '#app/lib/open-tables.ts';
import { adminHeaders } from './admin-headers.ts';

/**
 * Where the database sees the signed-in person: an administrator; one whose authenticator app has
 * yet to be asked for a code; one who has none and needs one; nobody of the admin area.
 */
export type Standing = 'admin' | 'code_needed' | 'authenticator_needed' | 'none';

/** Under which the answer is kept; invalidated once the database refuses something. */
export const adminSessionKey = ['admin-session'] as const;

/** Where the signed-in person stands right now. Throws when the database cannot be asked. */
export async function readStanding(publishableKey: string): Promise<Standing> {
  const tables = await openTables(publishableKey, await adminHeaders(publishableKey));
  const { data, error, status } = await tables.rpc('admin_standing');
  // An expired or revoked session is an answer: none.
  if (status === 401 || error?.code === '42501') return 'none';
  if (error) throw new Error(error.message);
  return data as Standing;
}
