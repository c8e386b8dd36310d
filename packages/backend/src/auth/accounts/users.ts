import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import { AUDIENCE, INSTANCE_ID, type Json } from '../services.ts';

/** The columns written here, with their types. */
const WRITABLE = {
  role: 'text',
  email: 'text',
  encrypted_password: 'text',
  email_confirmed_at: 'timestamptz',
  invited_at: 'timestamptz',
  confirmation_token: 'text',
  confirmation_sent_at: 'timestamptz',
  recovery_token: 'text',
  recovery_sent_at: 'timestamptz',
  email_change: 'text',
  email_change_token_new: 'text',
  email_change_token_current: 'text',
  email_change_sent_at: 'timestamptz',
  email_change_confirm_status: 'smallint',
  reauthentication_token: 'text',
  reauthentication_sent_at: 'timestamptz',
  last_sign_in_at: 'timestamptz',
  phone: 'text',
  phone_confirmed_at: 'timestamptz',
  phone_change: 'text',
  phone_change_token: 'text',
  phone_change_sent_at: 'timestamptz',
  banned_until: 'timestamptz',
  deleted_at: 'timestamptz',
  is_anonymous: 'boolean',
} as const;

export type UserChanges = { [column in keyof typeof WRITABLE]?: string | number | boolean | null };

/** A timestamp as PostgreSQL writes it in JSON. */
type Moment = string | null;

export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Json;
  provider: string;
  last_sign_in_at: Moment;
  created_at: string;
  updated_at: string;
  email: string | null;
}

export interface FactorRow {
  id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'verified' | 'unverified';
  phone: string | null;
  created_at: string;
  updated_at: string;
  last_challenged_at: Moment;
}

/** A row of auth.users with its identities and factors. */
export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Moment;
  invited_at: Moment;
  confirmation_token: string | null;
  confirmation_sent_at: Moment;
  confirmed_at: Moment;
  recovery_token: string | null;
  recovery_sent_at: Moment;
  email_change: string | null;
  email_change_token_new: string | null;
  email_change_token_current: string | null;
  email_change_sent_at: Moment;
  email_change_confirm_status: number;
  reauthentication_token: string | null;
  reauthentication_sent_at: Moment;
  phone: string | null;
  phone_confirmed_at: Moment;
  phone_change: string | null;
  phone_change_sent_at: Moment;
  last_sign_in_at: Moment;
  raw_app_meta_data: Json | null;
  raw_user_meta_data: Json | null;
  created_at: string;
  updated_at: string;
  banned_until: Moment;
  deleted_at: Moment;
  is_anonymous: boolean;
  is_sso_user: boolean;
  identities: IdentityRow[];
  factors: FactorRow[];
}

/** As JSON text, which is the same whatever types the driver returns. */
const SELECT_USER = `select (to_jsonb(u) || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) order by i.created_at, i.id)
      from auth.identities i where i.user_id = u.id), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = u.id), '[]')
  ))::text as user_row from auth.users u`;

async function selectUsers(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<UserRow[]> {
  const { rows } = await db.query<{ user_row: string }>({
    text: `${SELECT_USER} ${condition}`,
    values,
  });
  return rows.map((row) => JSON.parse(row.user_row) as UserRow);
}

async function selectUser(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<UserRow | null> {
  const [user] = await selectUsers(db, condition, values);
  return user ?? null;
}

/** `email` must be in lower case. */
export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  return selectUser(db, 'where u.email = $1 and u.is_sso_user = false and u.aud = $2', [
    email,
    AUDIENCE,
  ]);
}

export function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  return selectUser(db, 'where u.id = $1', [id]);
}

/** Like `findUserById`, but locks the account until the transaction ends. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | null> {
  await tx.query({ text: 'select 1 from auth.users where id = $1 for update', values: [id] });
  return findUserById(tx, id);
}

/** For a row that this transaction has written or locked. */
export async function reloadUser(tx: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id);
  if (!user) throw new Error('An account vanished within the transaction that holds it');
  return user;
}

/** The account that has this as its unconfirmed new address. */
export function findUserByNewEmail(db: Queryable, email: string): Promise<UserRow | null> {
  return selectUser(db, `where u.email_change = $1 and u.aud = $2 limit 1`, [email, AUDIENCE]);
}

export async function listUsers(
  db: Queryable,
  { page, perPage, filter }: { page: number; perPage: number; filter: string },
): Promise<{ users: UserRow[]; total: number }> {
  const matches = `where u.aud = $1 and ($2 = '' or u.email like $2 or u.raw_user_meta_data ->> 'full_name' ilike $2)`;
  const pattern = filter && `%${filter.replace(/[\\%_]/g, '\\$&')}%`;
  const values = [AUDIENCE, pattern];
  const { rows } = await db.query<{ total: string }>({
    text: `select count(*)::text as total from auth.users u ${matches}`,
    values,
  });
  const users = await selectUsers(
    db,
    `${matches} order by u.created_at desc, u.id limit $3 offset $4`,
    [...values, perPage, (page - 1) * perPage],
  );
  return { users, total: Number(rows[0]?.total ?? 0) };
}

export interface NewUser {
  id?: string;
  email: string | null;
  phone?: string | null;
  /** A PHC string, or null for an account without a password. */
  passwordHash: string | null;
  userMetadata: Json;
  appMetadata: Json;
  role?: string;
  isAnonymous?: boolean;
  now: Date;
}

/** The new account's id, or null if the email address already belongs to an account. */
export async function insertUser(tx: Queryable, user: NewUser): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: `insert into auth.users (
        instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
        raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
        email_change, created_at, updated_at, is_anonymous
      ) values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9::text::jsonb,
        '', '', '', '', $10::timestamptz, $10::timestamptz, $11)
      on conflict (email) where is_sso_user = false do nothing
      returning id::text`,
    values: [
      INSTANCE_ID,
      user.id ?? randomUUID(),
      AUDIENCE,
      user.role ?? AUDIENCE,
      user.email,
      user.phone ?? null,
      user.passwordHash ?? '',
      JSON.stringify(user.appMetadata),
      JSON.stringify(user.userMetadata),
      user.now.toISOString(),
      user.isAnonymous ?? false,
    ],
  });
  return rows[0]?.id ?? null;
}

export async function updateUser(
  tx: Queryable,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<void> {
  const columns = Object.keys(changes).filter((column) => column in WRITABLE);
  const assignments = columns.map(
    (column, index) => `${column} = $${index + 3}::text::${WRITABLE[column as keyof UserChanges]}`,
  );
  await tx.query({
    text: `update auth.users set ${['updated_at = $2::timestamptz', ...assignments].join(', ')}
      where id = $1`,
    values: [
      id,
      now.toISOString(),
      ...columns.map((column) => changes[column as keyof UserChanges]?.toString() ?? null),
    ],
  });
}

/** Sets the keys of `patch` and leaves the others; null removes a key. Returns the size in bytes. */
export async function mergeMetadata(
  tx: Queryable,
  id: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  patch: Json,
  now: Date,
): Promise<number> {
  const entries = Object.entries(patch);
  const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const { rows } = await tx.query<{ bytes: number }>({
    text: `update auth.users set updated_at = $2::timestamptz, ${column} =
        (coalesce(${column}, '{}') || $3::text::jsonb)
        - array(select jsonb_array_elements_text($4::text::jsonb))
      where id = $1 returning octet_length(${column}::text) as bytes`,
    values: [id, now.toISOString(), JSON.stringify(set), JSON.stringify(removed)],
  });
  return rows[0]?.bytes ?? 0;
}

/** Replaces everything that was there before. */
export async function replaceUserMetadata(
  tx: Queryable,
  id: string,
  data: Json,
  now: Date,
): Promise<void> {
  await tx.query({
    text: `update auth.users set raw_user_meta_data = $2::text::jsonb, updated_at = $3::timestamptz
      where id = $1`,
    values: [id, JSON.stringify(data), now.toISOString()],
  });
}

export async function deleteUser(tx: Queryable, id: string): Promise<void> {
  await tx.query({ text: 'delete from auth.users where id = $1', values: [id] });
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now;
}
