import { z } from 'zod';
import { networkOf } from '../../access/network-of.ts';
import type { Queryable } from '../../database/database.ts';
import { findUserById, isBanned } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid, oauthFailure, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import { type AuthCall, isLimited } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { type GrantedSession, presentSession, readGrantedSession } from './grant-session.ts';
import {
  endSessions,
  findActiveRefreshToken,
  findRefreshToken,
  findSession,
  insertRefreshToken,
  lockSession,
  revokeRefreshToken,
  touchSession,
} from './sessions.ts';

const body = z.object({ refresh_token: text });

const SHORTEST_TOKEN = 12;

export async function grantByRefreshToken(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (params.refresh_token === '') {
    return oauthFailure('invalid_request', 'refresh_token required');
  }
  if (params.refresh_token.length < SHORTEST_TOKEN) return invalid('Refresh token is not valid');

  const presented = params.refresh_token;
  const sessionId = (await findRefreshToken(call.database, presented))?.session_id;
  const wait = isLimited(call)
    ? await call.limits.address.refresh.take(sessionId ?? networkOf(call.address), call.database)
    : 0;
  if (wait > 0) return tooManyRequests(wait);
  if (!sessionId) return notFound();

  const granted = await inTransaction(call, (tx) => refresh(tx, call, { presented, sessionId }));
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}

async function refresh(
  tx: Queryable,
  call: AuthCall,
  { presented, sessionId }: { presented: string; sessionId: string },
): Promise<GrantedSession | Failure> {
  await lockSession(tx, sessionId);
  // Read again: another call may have used the token or ended the session.
  const token = await findRefreshToken(tx, presented);
  const session = await findSession(tx, sessionId);
  if (!token || !session) return notFound();

  const user = await findUserById(tx, session.user_id);
  if (!user || user.deleted_at) return notFound();
  if (isBanned(user, call.now)) {
    return new Failure(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  }
  if (session.not_after && new Date(session.not_after) < call.now) {
    return new Failure(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  }

  let next: string;
  if (token.revoked) {
    const active = await findActiveRefreshToken(tx, sessionId);
    // The client may have lost the answer, or asked twice at once: it gets the current token.
    const lostAnswer = active?.parent === presented;
    const spentFor = call.now.getTime() - new Date(token.updated_at).getTime();
    const crossed = spentFor <= call.settings.refreshTokenReuseInterval * 1000;
    if (!active || !(lostAnswer || crossed)) {
      await audit(tx, call, user, 'token_revoked');
      await endSessions(tx, { userId: user.id, only: sessionId });
      const message = 'Invalid Refresh Token: Already Used';
      return new Failure(400, 'refresh_token_already_used', message, { keepsWrites: true });
    }
    next = active.token;
  } else {
    await revokeRefreshToken(tx, presented, call.now);
    const owner = { userId: user.id, sessionId, parent: presented };
    next = await insertRefreshToken(tx, owner, call.now);
  }
  await audit(tx, call, user, 'token_refreshed');
  await touchSession(tx, call, sessionId);
  return readGrantedSession(tx, user.id, sessionId, next);
}

function notFound(): Failure {
  const message = 'Invalid Refresh Token: Refresh Token Not Found';
  return new Failure(400, 'refresh_token_not_found', message);
}
