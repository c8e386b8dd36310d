import { lockUser } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { endStartedFlows } from '../codes/end-flows.ts';
import { lacksSecondStep } from '../factors/require-second-step.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { type AuthCall, isLimited } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { requireUser } from './require-user.ts';
import { type EndedSessions, endSessions } from './sessions.ts';

/** POST /logout?scope=global|local|others */
export async function logOut(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  const { user, session, claims } = signedIn;
  const wait = isLimited(call) ? await call.limits.signOuts.take(session.id, call.database) : 0;
  if (wait > 0) return tooManyRequests(wait);
  const scope = call.url.searchParams.get('scope') || 'global';
  const ended = selectSessions(scope, user.id, session.id, lacksSecondStep(user, session));
  if (ended instanceof Failure) return ended;
  const failure = await inTransaction(
    call,
    async (tx) => {
      await audit(tx, call, user, 'logout');
      const endsOthers = !('only' in ended);
      // Waits for sign-ins in progress, whose sessions end too.
      if (endsOthers) await lockUser(tx, user.id);
      await endSessions(tx, ended);
      if (endsOthers) await endStartedFlows(tx, user.id);
    },
    claims,
  );
  return failure ?? new Response(null, { status: 204 });
}

/**
 * A session that has passed only one of two factors may end only itself: a stolen password ends
 * nobody else's.
 */
function selectSessions(
  scope: string,
  userId: string,
  sessionId: string,
  isHalfSignedIn: boolean,
): EndedSessions | Failure {
  switch (scope) {
    case 'global':
      return isHalfSignedIn ? { userId, only: sessionId } : { userId };
    case 'local':
      return { userId, only: sessionId };
    case 'others':
      if (isHalfSignedIn) {
        return new Failure(403, 'insufficient_aal', 'AAL2 session is required to end others.');
      }
      return { userId, except: sessionId };
    default:
      return invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  }
}
