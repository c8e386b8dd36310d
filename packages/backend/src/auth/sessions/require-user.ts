import { readBearer } from '../../access/authenticate-request.ts';
import type { Claims, TokenProblem } from '../../access/token-signer.ts';
import { findUserById, isBanned, type UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { findSession, type SessionRow } from './sessions.ts';

export interface SignedIn {
  user: UserRow;
  session: SessionRow;
  claims: Claims;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The account and session of the bearer token. A valid token of an ended session is refused. */
export async function requireUser(call: AuthCall): Promise<SignedIn | Failure> {
  const bearer = readBearer(call.request.headers);
  if (!bearer) {
    return new Failure(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  if (bearer.startsWith('sb_')) return badToken('invalid claim: missing sub claim');

  const verdict = await call.signer.verify(bearer);
  if (!verdict.ok) {
    const detail = PROBLEMS[verdict.problem];
    return badToken(`invalid JWT: unable to parse or verify signature, ${detail}`);
  }
  const { sub, session_id: sessionId } = verdict.claims;
  if (!isUuid(sub)) return badToken('invalid claim: missing sub claim');
  if (!isUuid(sessionId)) return badToken('invalid claim: session_id claim must be a UUID');

  const user = await findUserById(call.database, sub);
  if (!user || user.deleted_at) {
    const message = 'User from sub claim in JWT does not exist';
    return new Failure(403, 'user_not_found', message);
  }
  const session = await findSession(call.database, sessionId);
  if (!session || session.user_id !== user.id) {
    return sessionNotFound();
  }
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  return { user, session, claims: verdict.claims };
}

/** The session has ended, although its token is still valid. */
export function sessionNotFound(): Failure {
  const message = 'Session from session_id claim in JWT does not exist';
  return new Failure(403, 'session_not_found', message);
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** Worded like GoTrue's token library. */
const PROBLEMS: Record<TokenProblem, string> = {
  malformed: 'token is malformed',
  algorithm: 'token signature is invalid: signing method is invalid',
  key: 'token is unverifiable: unrecognized JWT kid',
  signature: 'token signature is invalid',
  expired: 'token has invalid claims: token is expired',
  claims: 'token has invalid claims',
};

function badToken(message: string): Failure {
  return new Failure(403, 'bad_jwt', message);
}

/**
 * Only for the holder of the secret key; a signed-in user is refused, whatever role the token
 * names.
 */
export async function requireService(call: AuthCall): Promise<Failure | null> {
  if (call.writer === 'service') return null;
  const signedIn = await requireUser(call);
  return signedIn instanceof Failure ? signedIn : new Failure(403, 'not_admin', 'User not allowed');
}
