import { openTables } from '#app/lib/open-tables.ts';
import { adminHeaders } from './admin-headers.ts';

/** Under which the answer is kept; invalidated once the database refuses something. */
export const adminSessionKey = ['admin-session'] as const;

/** Whether the database takes the signed-in person for an administrator right now. Throws when it cannot be asked. */
export async function readIsAdmin(publishableKey: string): Promise<boolean> {
  const tables = await openTables(publishableKey, await adminHeaders(publishableKey));
  const { data, error, status } = await tables.rpc('is_admin');
  // An expired or revoked session is an answer: no.
  if (status === 401 || error?.code === '42501') return false;
  if (error) throw new Error(error.message);
  return data;
}
