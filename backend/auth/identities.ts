import type { Queryable } from '../database/database.ts';
import type { Json } from './services.ts';

/** How an account may be reached: an address or number of its own, known under the account's id. */
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

/** Sets keys of the identity's data, making the identity when the account has none of that kind. */
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
