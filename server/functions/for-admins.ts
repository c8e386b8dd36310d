import type { Database } from '@liv-fit/backend/database';
import type { Caller } from './caller.ts';
import { fail } from './failure.ts';
import type { Admission } from './function-handler.ts';

/**
 * Lets only admins through. The database decides based on the current state of account and session:
 * a token outlives both a demotion and a sign-out.
 */
export function forAdmins(database: Database): Admission {
  return async (c, caller) =>
    (await isAdmin(database, caller))
      ? caller
      : fail(c, 'not_admin', 'Only an administrator may do this.');
}

/** The same, plus callers with the secret key: commands on the machine itself. */
export function forAdminsAndService(database: Database): Admission {
  const admins = forAdmins(database);
  return (c, caller) => (caller.role === 'service_role' ? caller : admins(c, caller));
}

/** For commands on the machine itself: not even an admin's browser may do this. */
export const forService: Admission = (c, caller) =>
  caller.role === 'service_role'
    ? caller
    : fail(c, 'not_admin', 'Only the shop’s own commands may do this.');

/** Whether the caller is an admin by the database's own rules. */
export async function isAdmin(database: Database, { role, claims }: Caller): Promise<boolean> {
  if (role !== 'authenticated') return false;
  const { rows } = await database.runAs<{ admin: boolean }>(
    { role, claims, headers: {} },
    { text: 'select private.is_admin() as admin', name: 'is_admin' },
    { readOnly: true },
  );
  return rows[0]?.admin === true;
}
