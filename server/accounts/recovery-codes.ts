import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

const codeCount = 10;
/** No characters that could be mistaken for each other. 32 of them: five bits each. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';
const codeLength = 16;

/**
 * Creates ten codes that replace the old ones, each `xxxx-xxxx-xxxx-xxxx` with 80 random bits. They
 * are shown only this once, since only hashes are stored. Null if there is no authenticator app:
 * otherwise someone who knows just the password would have codes for the app that the owner sets up
 * later.
 */
export async function createRecoveryCodes(db: Tables, userId: string): Promise<string[] | null> {
  const codes = Array.from({ length: codeCount }, newCode);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from auth.mfa_factors
      where user_id = ${userId} and status = 'verified'`.execute(tx);
    if (rows.length === 0) return null;
    await tx.deleteFrom('private.recovery_codes').where('user_id', '=', userId).execute();
    await tx
      .insertInto('private.recovery_codes')
      .values(
        codes.map((code) => ({
          user_id: userId,
          code_hash: hashCode(userId, code),
          // By the clock that dates the app's enrollment.
          created_at: new Date(),
        })),
      )
      .execute();
    return codes;
  });
}

/**
 * The hash of the account's unspent code; null for a wrong one. Spaces, dashes and capitals do not matter. Codes
 * older than the account's app do not count: someone who knew only the password may have made them for an app of
 * their own.
 */
export async function findRecoveryCode(
  db: Tables,
  userId: string,
  code: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('private.recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(userId, code))
    .where(
      sql<boolean>`coalesce((
          select min(factor.created_at) from auth.mfa_factors as factor
          where factor.user_id = ${userId} and factor.status = 'verified'
        ), recovery_codes.created_at) <= recovery_codes.created_at`,
    )
    .executeTakeFirst();
  return found?.code_hash ?? null;
}

/** True for the one call that spends the code of that hash. */
export async function spendRecoveryCode(
  db: Tables,
  userId: string,
  hash: string,
): Promise<boolean> {
  const spent = await db
    .deleteFrom('private.recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

function newCode(): string {
  const letters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]);
  return letters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** A fast hash is enough: 80 random bits can't be brute-forced. */
function hashCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex');
}
