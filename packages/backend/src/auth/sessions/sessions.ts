import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Queryable } from '../../database/database.ts';
import type { AuthCall } from '../services.ts';

/** The method a session was signed in with, under the `amr` claim's names. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'totp'
  | 'oauth';

export interface SessionRow {
  id: string;
  user_id: string;
  aal: string | null;
  not_after: string | null;
  created_at: string;
  /** In UTC, but without a time zone. */
  refreshed_at: string | null;
  amr: { method: string; timestamp: number }[];
}

export interface RefreshTokenRow {
  token: string;
  user_id: string;
  session_id: string | null;
  revoked: boolean;
  parent: string | null;
  updated_at: string;
}

export async function insertSession(
  tx: Queryable,
  call: AuthCall,
  userId: string,
  method: SignInMethod,
): Promise<string> {
  const id = randomUUID();
  const now = call.now.toISOString();
  await tx.query({
    text: `insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
      values ($1, $2, 'aal1', $3, $4::text::inet, $5::timestamptz, $5::timestamptz)`,
    values: [id, userId, call.request.headers.get('user-agent'), toInet(call.address), now],
  });
  await insertSignInMethod(tx, id, method, now);
  return id;
}

/** Sessions per account; beyond this, the one unused for the longest is ended first. */
const MOST_SESSIONS = 50;

/**
 * Ends the sessions an account has too many of, never the new one. Those that have shown a second factor go
 * last, and the newest of each range of addresses late: someone who knows only the password must not end the
 * owner's, nor a sign-in that still waits for its second factor. A few at a time, because each takes its
 * tokens along.
 */
export async function endSurplusSessions(
  tx: Queryable,
  userId: string,
  newSession: string,
): Promise<void> {
  await tx.query({
    text: `delete from auth.sessions where id in (
        select id from (
          select id, aal, updated_at, row_number() over (
            partition by aal, network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))
            order by updated_at desc nulls last
          ) as place
          from auth.sessions where user_id = $1 and id <> $2
        ) as ranked
        order by aal desc nulls last, place, updated_at desc nulls last offset $3 limit 10)`,
    values: [userId, newSession, MOST_SESSIONS - 1],
  });
}

async function insertSignInMethod(
  tx: Queryable,
  sessionId: string,
  method: SignInMethod,
  now: string,
): Promise<void> {
  await tx.query({
    text: `insert into auth.mfa_amr_claims
        (id, session_id, authentication_method, created_at, updated_at)
      values ($1, $2, $3, $4::timestamptz, $4::timestamptz)
      on conflict (session_id, authentication_method)
        do update set updated_at = excluded.updated_at`,
    values: [randomUUID(), sessionId, method, now],
  });
}

export async function findSession(db: Queryable, id: string): Promise<SessionRow | null> {
  const { rows } = await db.query<{ session_row: string }>({
    text: `select (to_jsonb(s) || jsonb_build_object('amr', coalesce((
        select jsonb_agg(jsonb_build_object(
          'method', c.authentication_method,
          'timestamp', floor(extract(epoch from c.updated_at))::bigint
        ) order by c.updated_at desc)
        from auth.mfa_amr_claims c where c.session_id = s.id), '[]')))::text as session_row
      from auth.sessions s where s.id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row ? (JSON.parse(row.session_row) as SessionRow) : null;
}

/** IP addresses of the account's latest sessions. */
export async function listSessionAddresses(db: Queryable, email: string): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>({
    text: `select host(s.ip) as address from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = $1 and u.is_sso_user = false and s.ip is not null
      order by s.updated_at desc limit 20`,
    values: [email],
  });
  return rows.map(({ address }) => address);
}

/** IP addresses of the account's latest sessions that have passed a second factor. */
export async function listElevatedSessionIps(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>({
    text: `select host(ip) as address from auth.sessions
      where user_id = $1 and aal = 'aal2' and ip is not null
      order by updated_at desc limit 20`,
    values: [userId],
  });
  return rows.map(({ address }) => address);
}

/** Which of an account's sessions to end: all, one, or all but one. */
export type EndedSessions =
  | { userId: string }
  | { userId: string; only: string }
  | { userId: string; except: string };

export async function endSessions(tx: Queryable, ended: EndedSessions): Promise<void> {
  const only = 'only' in ended ? ended.only : null;
  const except = 'except' in ended ? ended.except : null;
  await tx.query({
    text: `delete from auth.sessions where user_id = $1
      and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    values: [ended.userId, only, except],
  });
}

/** Raises the session to `aal2` and adds `method` to its methods. */
export async function elevateSession(
  tx: Queryable,
  raised: { id: string; factorId: string; method: SignInMethod; now: Date },
): Promise<void> {
  const now = raised.now.toISOString();
  await insertSignInMethod(tx, raised.id, raised.method, now);
  await tx.query({
    text: `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3::timestamptz
      where id = $1`,
    values: [raised.id, raised.factorId, now],
  });
}

/** Lowers sessions that were raised by a factor that no longer exists. */
export async function downgradeSessions(
  tx: Queryable,
  userId: string,
  factor: { id: string; factor_type: string },
): Promise<void> {
  const method = factor.factor_type === 'totp' ? 'totp' : `mfa/${factor.factor_type}`;
  await tx.query({
    text: `delete from auth.mfa_amr_claims where authentication_method = $3
      and session_id in (select id from auth.sessions where user_id = $1 and factor_id = $2)`,
    values: [userId, factor.id, method],
  });
  await tx.query({
    text: `update auth.sessions set aal = 'aal1', factor_id = null
      where user_id = $1 and factor_id = $2`,
    values: [userId, factor.id],
  });
}

/** Ends the account's sessions that have not passed a second factor. */
export async function endSessionsWithoutFactor(tx: Queryable, userId: string): Promise<void> {
  await tx.query({
    text: `delete from auth.sessions where user_id = $1 and aal < 'aal2'`,
    values: [userId],
  });
}

export async function touchSession(tx: Queryable, call: AuthCall, id: string): Promise<void> {
  await tx.query({
    text: `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc',
        updated_at = $2::timestamptz, user_agent = $3, ip = $4::text::inet where id = $1`,
    values: [
      id,
      call.now.toISOString(),
      call.request.headers.get('user-agent'),
      toInet(call.address),
    ],
  });
}

/**
 * Locks the session until the transaction ends, so that its refreshes run one after another.
 * Returns whether it still exists.
 */
export async function lockSession(tx: Queryable, id: string): Promise<boolean> {
  const text = 'select 1 from auth.sessions where id = $1 for update';
  return (await tx.query({ text, values: [id] })).rowCount > 0;
}

export async function insertRefreshToken(
  tx: Queryable,
  owner: { userId: string; sessionId: string; parent?: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await tx.query({
    text: `insert into auth.refresh_tokens
        (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, false,
        $5::timestamptz, $5::timestamptz)`,
    values: [token, owner.userId, owner.sessionId, owner.parent ?? null, now.toISOString()],
  });
  return token;
}

/**
 * Issues a new refresh token and revokes all earlier ones of the session: their holders have not
 * proved what the session has proved since.
 */
export async function replaceRefreshTokens(
  tx: Queryable,
  session: { id: string; user_id: string },
  now: Date,
): Promise<string> {
  await tx.query({
    text: 'delete from auth.refresh_tokens where session_id = $1',
    values: [session.id],
  });
  return insertRefreshToken(tx, { userId: session.user_id, sessionId: session.id }, now);
}

export function findRefreshToken(db: Queryable, token: string): Promise<RefreshTokenRow | null> {
  return selectRefreshToken(db, 'where r.token = $1', [token]);
}

export function findActiveRefreshToken(
  db: Queryable,
  sessionId: string,
): Promise<RefreshTokenRow | null> {
  const condition = 'where r.session_id = $1 and not r.revoked order by r.id desc limit 1';
  return selectRefreshToken(db, condition, [sessionId]);
}

export async function revokeRefreshToken(tx: Queryable, token: string, now: Date): Promise<void> {
  await tx.query({
    text: `update auth.refresh_tokens set revoked = true, updated_at = $2::timestamptz
      where token = $1`,
    values: [token, now.toISOString()],
  });
}

async function selectRefreshToken(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<RefreshTokenRow | null> {
  const { rows } = await db.query<{ token_row: string }>({
    text: `select to_jsonb(r)::text as token_row from auth.refresh_tokens r ${condition}`,
    values,
  });
  const [row] = rows;
  return row ? (JSON.parse(row.token_row) as RefreshTokenRow) : null;
}

function toInet(address: string): string | null {
  return isIP(address) ? address : null;
}
