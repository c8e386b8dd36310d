import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import { mergeMetadata, reloadUser, type UserRow } from '../accounts/users.ts';
import type { Json } from '../services.ts';

/** The account's own email address or phone number; such an identity goes by the account's id. */
export type OwnProvider = 'email' | 'phone';

export async function insertIdentity(
  tx: Queryable,
  userId: string,
  provider: OwnProvider,
  data: Json,
  now: Date,
): Promise<void> {
  await tx.query({
    text: `insert into auth.identities
        (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values ($1::text, $1::uuid, $2::text::jsonb, $3,
        $4::timestamptz, $4::timestamptz, $4::timestamptz)
      on conflict (provider_id, provider) do nothing`,
    values: [
      userId,
      JSON.stringify({ ...data, sub: userId, ...unverified(data) }),
      provider,
      now.toISOString(),
    ],
  });
}

/** Sets keys of the identity's data, creating the identity if the account has none of that kind. */
export async function mergeIdentity(
  tx: Queryable,
  userId: string,
  provider: OwnProvider,
  patch: Json,
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query({
    text: `update auth.identities
      set identity_data = identity_data || $3::text::jsonb, updated_at = $4::timestamptz
      where provider_id = $1 and provider = $2`,
    values: [userId, provider, JSON.stringify(patch), now.toISOString()],
  });
  if (rowCount === 0) await insertIdentity(tx, userId, provider, patch, now);
}

function unverified(data: Json): Json {
  return {
    email_verified: data.email_verified === true,
    phone_verified: data.phone_verified === true,
  };
}

/** An identity that an outside provider vouches for and knows as `subject`. */
export interface ProvidedIdentity {
  provider: string;
  subject: string;
  data: Json;
  now: Date;
}

export async function findIdentity(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<{ id: string; user_id: string } | null> {
  const { rows } = await db.query<{ id: string; user_id: string }>({
    text: `select id::text, user_id::text from auth.identities
      where provider = $1 and provider_id = $2`,
    values: [provider, subject],
  });
  return rows[0] ?? null;
}

/** Returns the id of the new row. */
export async function insertProvidedIdentity(
  tx: Queryable,
  userId: string,
  { provider, subject, data, now }: ProvidedIdentity,
): Promise<string> {
  const id = randomUUID();
  await tx.query({
    text: `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
        last_sign_in_at, created_at, updated_at)
      values ($1, $2, $3, $4::text::jsonb, $5,
        $6::timestamptz, $6::timestamptz, $6::timestamptz)`,
    values: [id, subject, userId, JSON.stringify(data), provider, now.toISOString()],
  });
  return id;
}

export async function renewProvidedIdentity(
  tx: Queryable,
  id: string,
  data: Json,
  now: Date,
): Promise<void> {
  await tx.query({
    text: `update auth.identities set identity_data = $2::text::jsonb,
        last_sign_in_at = $3::timestamptz, updated_at = $3::timestamptz where id = $1`,
    values: [id, JSON.stringify(data), now.toISOString()],
  });
}

export async function deleteIdentity(tx: Queryable, id: string): Promise<void> {
  await tx.query({ text: 'delete from auth.identities where id = $1', values: [id] });
}

export async function deleteOtherIdentities(
  tx: Queryable,
  userId: string,
  keptId: string | null,
): Promise<void> {
  await tx.query({
    text: `delete from auth.identities
      where user_id = $1 and ($2::uuid is null or id <> $2::uuid)`,
    values: [userId, keptId],
  });
}

/** Stores which providers the account can sign in with; the first one is the main one. */
export async function refreshProviders(tx: Queryable, userId: string, now: Date): Promise<UserRow> {
  const { identities } = await reloadUser(tx, userId);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const patch = { providers, provider: providers[0] ?? 'email' };
  await mergeMetadata(tx, userId, 'raw_app_meta_data', patch, now);
  return reloadUser(tx, userId);
}
