import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { AuthCall } from '../services.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** Marks a link that ends in an authorization code rather than in tokens. */
export const PKCE_PREFIX = 'pkce_';

export function generateCode(length: number): string {
  return randomInt(10 ** length)
    .toString()
    .padStart(length, '0');
}

/**
 * What a link carries and the database stores of a code. Keyed, because an unkeyed hash of an
 * address and six digits could be computed by anybody and tried as a link.
 */
export function hashCode(key: string, email: string, code: string): string {
  return createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');
}

/** The type's earlier token of that account stops working. */
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

/** Whose token this is, of any of the given types. */
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

/** Whether a presented hash is the one stored, and not too old. */
export function isGoodToken(
  call: AuthCall,
  presented: string,
  stored: string | null,
  sentAt: string | null,
): boolean {
  if (!stored || isExpired(call, sentAt)) return false;
  return isSame(presented, stored) || isSame(PKCE_PREFIX + presented, stored);
}

export function isExpired({ now, settings }: AuthCall, sentAt: string | null): boolean {
  return sentAt === null || now.getTime() > new Date(sentAt).getTime() + settings.codeLife * 1000;
}

export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
