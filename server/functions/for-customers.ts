import type { Database } from '@liv-fit/backend/database';
import type { Caller } from './caller.ts';
import { fail } from './failure.ts';
import type { Admission } from './function-handler.ts';

/**
 * Lets signed-in customers through if their session hasn't ended (a token outlives a sign-out) and,
 * if the account requires it, they have completed the second step.
 */
export function forCustomers(database: Database, { secondStep = true } = {}): Admission {
  return async (c, caller) => {
    if (caller.role !== 'authenticated' || !(await hasSession(database, caller))) {
      return fail(c, 'not_signed_in', 'Please sign in first.');
    }
    if (secondStep && !(await hasTakenSecondStep(database, caller))) {
      return fail(c, 'second_step_needed', 'Please complete two-step sign-in first.');
    }
    return caller;
  };
}

const guest: Caller = { role: 'anon', userId: null, claims: null };

/**
 * Lets everybody through. Someone who hasn't completed the second step that their account requires
 * is treated as a guest.
 */
export function forEveryone(database: Database): Admission {
  return async (_c, caller) => {
    const isWhole = caller.role !== 'authenticated' || (await hasTakenSecondStep(database, caller));
    return isWhole ? caller : guest;
  };
}

async function hasSession(database: Database, { userId, claims }: Caller): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `select 1 from auth.sessions
      where id::text = $1 and user_id = $2 and (not_after is null or not_after > now())`,
    values: [String(claims?.session_id ?? ''), userId],
    name: 'has_session',
  });
  return rowCount > 0;
}

async function hasTakenSecondStep(database: Database, { role, claims }: Caller): Promise<boolean> {
  const { rows } = await database.runAs<{ done: boolean }>(
    { role, claims, headers: {} },
    { text: 'select private.second_step_done() as done', name: 'second_step_done' },
    { readOnly: true },
  );
  return rows[0]?.done === true;
}
