import type { Queryable } from '../../database/database.ts';
import { presentUser } from '../accounts/present-user.ts';
import { reloadUser, type UserRow, updateUser } from '../accounts/users.ts';
import type { AuthCall } from '../services.ts';
import { markBrowser, secondStepOf } from './browser.ts';
import {
  endSurplusSessions,
  findSession,
  insertRefreshToken,
  insertSession,
  type SessionRow,
  type SignInMethod,
} from './sessions.ts';

export interface GrantedSession {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
}

/** Signs the account in: creates a session with its first refresh token. */
export async function grantSession(
  tx: Queryable,
  call: AuthCall,
  userId: string,
  method: SignInMethod,
): Promise<GrantedSession> {
  const sessionId = await insertSession(tx, call, userId, method);
  const refreshToken = await insertRefreshToken(tx, { userId, sessionId }, call.now);
  await updateUser(tx, userId, { last_sign_in_at: call.now.toISOString() }, call.now);
  await endSurplusSessions(tx, userId, sessionId);
  return readGrantedSession(tx, userId, sessionId, refreshToken);
}

export async function readGrantedSession(
  tx: Queryable,
  userId: string,
  sessionId: string,
  refreshToken: string,
): Promise<GrantedSession> {
  const session = await findSession(tx, sessionId);
  if (!session) throw new Error('A session vanished within the transaction that holds it');
  return { user: await reloadUser(tx, userId), session, refreshToken };
}

/** The session as clients store it. Tokens are signed here, after the transaction. */
export async function presentSession(call: AuthCall, granted: GrantedSession) {
  const { user, session, refreshToken } = granted;
  markBrowser(call, user.email);
  if (session.aal === 'aal2') markBrowser(call, secondStepOf(user.id));
  const issuedAt = Math.floor(call.now.getTime() / 1000);
  const expiresAt = issuedAt + call.settings.accessTokenLife;
  const accessToken = await call.signer.sign({
    iss: `${call.apiUrl(call.request)}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: session.aal ?? 'aal1',
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: call.settings.accessTokenLife,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  };
}
