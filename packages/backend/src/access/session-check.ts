import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database.ts';
import type { Claims } from './token-signer.ts';

/** Whether the session of a verified token is still active and its account is still usable. */
export type SessionCheck = (claims: Claims) => Promise<boolean>;

interface Question {
  session: string;
  user: string;
  answer: (goesOn: boolean) => void;
  fail: (error: unknown) => void;
}

/** A query answers many visitors, so it takes no one visitor's place in the database's queue. */
const outsideRequests = AsyncLocalStorage.snapshot();

/**
 * Asks the database every time, so that a sign-out takes effect at once in every process. Calls
 * that arrive while a query is running share the next one, which keeps the cost low under load. A
 * token without a session was signed by the owner of the keys and is valid until it expires.
 */
export function createSessionCheck(database: Pick<Database, 'query'>): SessionCheck {
  let waiting: Question[] = [];
  let asking = false;

  const ask = async () => {
    asking = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const ongoing = await findOngoing(database, asked);
        for (const { session, user, answer } of asked) answer(ongoing.has(`${session} ${user}`));
      } catch (error) {
        for (const { fail } of asked) fail(error);
      }
    }
    asking = false;
  };

  return ({ session_id: session, sub: user }) =>
    session === undefined
      ? Promise.resolve(true)
      : new Promise((answer, fail) => {
          waiting.push({ session: String(session), user: String(user), answer, fail });
          if (!asking) void outsideRequests(ask);
        });
}

async function findOngoing(
  database: Pick<Database, 'query'>,
  asked: readonly Question[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ ongoing: string }>({
    name: 'ongoing_sessions',
    text: `select s.id || ' ' || s.user_id as ongoing
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id in (
          select asked.id::uuid from jsonb_array_elements_text($1::text::jsonb) as asked (id))
        and (s.not_after is null or s.not_after > now())
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`,
    values: [JSON.stringify([...new Set(asked.map(({ session }) => session))].filter(isUuid))],
  });
  return new Set(rows.map(({ ongoing }) => ongoing));
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
