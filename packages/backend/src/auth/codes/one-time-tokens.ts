import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { AuthCall } from '../services.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** Marks a link that ends with an authorization code instead of tokens. */
export const PKCE_PREFIX = 'pkce_';

export function generateCode(length: number): string {
  return randomInt(10 ** length)
    .toString()
    .padStart(length, '0');
}

/**
 * The hash of a code, contained in the link and stored in the database. Keyed, because otherwise
 * anyone could hash an address with every six-digit code and try the results as links.
 */
export function hashCode(key: string, email: string, code: string): string {
  return createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');
}

/** Replaces the account's earlier token of that type. */
export async function storeOneTimeToken(
  tx: Queryable,
  token: { userId: string; type: OneTimeTokenType; hash: string; relatesTo: string; now: Date },
): Promise<void> {
  await tx.query({
    text: `insert into auth.one_time_tokens
        (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values ($1, $2, $3::text::auth.one_time_token_type, $4, $5,
        $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')
      on conflict (user_id, token_type) do update set
        token_hash = excluded.token_hash, relates_to = excluded.relates_to,
        created_at = excluded.created_at, updated_at = excluded.updated_at`,
    values: [
      randomUUID(),
      token.userId,
      token.type,
      token.hash,
      token.relatesTo,
      token.now.toISOString(),
    ],
  });
}

/** Finds the account that a token of one of the given types belongs to. */
export async function findTokenOwner(
  db: Queryable,
  hash: string,
  types: readonly OneTimeTokenType[],
): Promise<{ userId: string; type: OneTimeTokenType } | null> {
  const { rows } = await db.query<{ user_id: string; token_type: OneTimeTokenType }>({
    text: `select user_id::text, token_type::text from auth.one_time_tokens
      where token_hash in ($1, $2)
        and token_type::text in (select jsonb_array_elements_text($3::text::jsonb)) limit 1`,
    values: [hash, PKCE_PREFIX + hash, JSON.stringify(types)],
  });
  const [row] = rows;
  return row ? { userId: row.user_id, type: row.token_type } : null;
}

export async function clearOneTimeTokens(
  tx: Queryable,
  userId: string,
  type?: OneTimeTokenType,
): Promise<void> {
  await tx.query({
    text: `delete from auth.one_time_tokens
      where user_id = $1 and ($2::text is null or token_type::text = $2)`,
    values: [userId, type ?? null],
  });
}

/** Whether the presented hash is the stored one and has not expired. */
export function isValidToken(
  call: AuthCall,
  presented: string,
  stored: string | null,
  sentAt: string | null,
): boolean {
  if (!stored || isExpired(call, sentAt)) return false;
  return (
    equalsInConstantTime(presented, stored) || equalsInConstantTime(PKCE_PREFIX + presented, stored)
  );
}

export function isExpired({ now, settings }: AuthCall, sentAt: string | null): boolean {
  return sentAt === null || now.getTime() > new Date(sentAt).getTime() + settings.codeLife * 1000;
}

export function equalsInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
