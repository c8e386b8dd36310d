import { z } from 'zod';
import { networkOf } from '../../access/network-of.ts';
import type { Queryable } from '../../database/database.ts';
import { findUserById, isBanned } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid, oauthFailure, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { consumeShares, type Share } from '../limits/count-attempt.ts';
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
  type SessionRow,
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
  const wait = isLimited(call) ? await consumeShares(call, await sharesOf(call, sessionId)) : 0;
  if (wait > 0) return tooManyRequests(wait);
  if (!sessionId) return notFound();

  const granted = await inTransaction(call, (tx) => refresh(tx, call, { presented, sessionId }));
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}

/**
 * Sessions that have passed a second factor are counted separately, so that somebody who knows only
 * the password cannot use up their share.
 */
async function sharesOf(
  { address, database, limits }: AuthCall,
  sessionId: string | null | undefined,
): Promise<readonly Share[]> {
  const session = sessionId ? await findSession(database, sessionId) : null;
  if (!session) return [[limits.address.refresh, networkOf(address)]];
  return [
    [limits.address.refresh, session.id],
    [limits.refreshes, `${session.user_id} ${session.aal ?? 'aal1'}`],
  ];
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
    // The client may have lost the response or asked twice at once, so it gets the current token.
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
  if (!wasRefreshedThisHour(call, session)) await audit(tx, call, user, 'token_refreshed');
  await touchSession(tx, call, sessionId);
  return readGrantedSession(tx, user.id, sessionId, next);
}

const HOUR = 3_600_000;

/** The log records one refresh per session and hour, since a program can make any number. */
function wasRefreshedThisHour({ now }: AuthCall, { refreshed_at: last }: SessionRow): boolean {
  if (!last) return false;
  return Math.floor(Date.parse(`${last}Z`) / HOUR) === Math.floor(now.getTime() / HOUR);
}

function notFound(): Failure {
  const message = 'Invalid Refresh Token: Refresh Token Not Found';
  return new Failure(400, 'refresh_token_not_found', message);
}
