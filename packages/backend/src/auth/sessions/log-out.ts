import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { requireUser } from './require-user.ts';
import { type EndedSessions, endSessions } from './sessions.ts';

/** POST /logout?scope=global|local|others */
export async function logOut(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  const { user, session, claims } = signedIn;
  const scope = call.url.searchParams.get('scope') || 'global';
  const ended = selectSessions(scope, user.id, session.id);
  if (ended instanceof Failure) return ended;
  const failure = await inTransaction(
    call,
    async (tx) => {
      await audit(tx, call, user, 'logout');
      await endSessions(tx, ended);
    },
    claims,
  );
  return failure ?? new Response(null, { status: 204 });
}

function selectSessions(scope: string, userId: string, sessionId: string): EndedSessions | Failure {
  switch (scope) {
    case 'global':
      return { userId };
    case 'local':
      return { userId, only: sessionId };
    case 'others':
      return { userId, except: sessionId };
    default:
      return invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
}
