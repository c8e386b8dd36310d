import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Queryable } from '../../database/database.ts';
import type { FactorRow } from '../accounts/users.ts';
import type { AuthCall } from '../services.ts';

export interface ChallengeRow {
  id: string;
  created_at: string;
  verified_at: string | null;
  /** Without the netmask. */
  address: string;
}

export async function insertTotpFactor(
  tx: Queryable,
  factor: { userId: string; friendlyName: string; secret: string; now: Date },
): Promise<string> {
  const id = randomUUID();
  await tx.query({
    text: `insert into auth.mfa_factors
        (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values ($1, $2, $3, 'totp', 'unverified', $4, $5::timestamptz, $5::timestamptz)`,
    values: [id, factor.userId, factor.friendlyName, factor.secret, factor.now.toISOString()],
  });
  return id;
}

/**
 * Locks the factor until the transaction ends, so that attempts at its codes and its removal run
 * one after another. Null if it is gone.
 */
export async function lockFactor(
  tx: Queryable,
  id: string,
): Promise<{ secret: string | null; status: FactorRow['status'] } | null> {
  const { rows } = await tx.query<{ secret: string | null; status: FactorRow['status'] }>({
    text: 'select secret, status::text from auth.mfa_factors where id = $1 for update',
    values: [id],
  });
  return rows[0] ?? null;
}

/** False if it was already verified. */
export async function markFactorVerified(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query({
    text: `update auth.mfa_factors set status = 'verified', updated_at = $2::timestamptz
      where id = $1 and status = 'unverified' returning id`,
    values: [id, now.toISOString()],
  });
  return rows.length > 0;
}

export async function renameFactor(
  tx: Queryable,
  id: string,
  friendlyName: string,
  now: Date,
): Promise<void> {
  await tx.query({
    text: `update auth.mfa_factors set friendly_name = $2, updated_at = $3::timestamptz
      where id = $1`,
    values: [id, friendlyName, now.toISOString()],
  });
}

/** Returns the status it had, or null if it was already gone. */
export async function deleteFactor(tx: Queryable, id: string): Promise<FactorRow['status'] | null> {
  const { rows } = await tx.query<{ status: FactorRow['status'] }>({
    text: 'delete from auth.mfa_factors where id = $1 returning status::text',
    values: [id],
  });
  return rows[0]?.status ?? null;
}

export async function deleteUnverifiedFactors(
  tx: Queryable,
  userId: string,
  factorType: FactorRow['factor_type'],
): Promise<void> {
  await tx.query({
    text: `delete from auth.mfa_factors
      where user_id = $1 and status = 'unverified' and factor_type::text = $2`,
    values: [userId, factorType],
  });
}

/** Deletes factors enrolled before `before` that have never even been challenged. */
export async function deleteAbandonedFactors(
  tx: Queryable,
  userId: string,
  before: Date,
): Promise<void> {
  await tx.query({
    text: `delete from auth.mfa_factors f
      where f.user_id = $1 and f.status = 'unverified' and f.created_at < $2::timestamptz
        and not exists (select 1 from auth.mfa_challenges c where c.factor_id = f.id)`,
    values: [userId, before.toISOString()],
  });
}

export async function insertChallenge(
  tx: Queryable,
  call: AuthCall,
  factorId: string,
): Promise<string> {
  const id = randomUUID();
  const now = call.now.toISOString();
  // No two factors may have the same time here, and milliseconds are too coarse for that. The
  // update comes first because the foreign key of the insert would lock the factor row weakly, and
  // two callers that both want more would deadlock.
  await tx.query({
    text: `update auth.mfa_factors
      set last_challenged_at = $2::timestamptz + random() * interval '1 millisecond' where id = $1`,
    values: [factorId, now],
  });
  await tx.query({
    text: `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values ($1, $2, $3::timestamptz, $4::text::inet)`,
    values: [id, factorId, now, challengeAddress(call)],
  });
  return id;
}

export async function findChallenge(
  tx: Queryable,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  const { rows } = await tx.query<{ challenge_row: string }>({
    text: `select (to_jsonb(c) || jsonb_build_object('address', host(c.ip_address)))::text
        as challenge_row
      from auth.mfa_challenges c where c.id = $1 and c.factor_id = $2`,
    values: [id, factorId],
  });
  const [row] = rows;
  return row ? (JSON.parse(row.challenge_row) as ChallengeRow) : null;
}

/** Closes the challenge and records which of the factor's codes was used. */
export async function closeChallenge(
  tx: Queryable,
  id: string,
  codeNumber: number,
  now: Date,
): Promise<void> {
  await tx.query({
    text: 'update auth.mfa_challenges set verified_at = $2::timestamptz, otp_code = $3 where id = $1',
    values: [id, now.toISOString(), String(codeNumber)],
  });
}

export async function deleteChallenge(tx: Queryable, id: string): Promise<void> {
  await tx.query({ text: 'delete from auth.mfa_challenges where id = $1', values: [id] });
}

/** The number of this factor's latest accepted code, or -1. */
export async function lastAcceptedCode(tx: Queryable, factorId: string): Promise<number> {
  const { rows } = await tx.query<{ latest: string | null }>({
    text: `select max(otp_code::bigint)::text as latest from auth.mfa_challenges
      where factor_id = $1 and verified_at is not null and otp_code is not null`,
    values: [factorId],
  });
  return Number(rows[0]?.latest ?? -1);
}

/** The IP address that requested the challenge; the answer must come from the same one. */
export function challengeAddress({ address }: AuthCall): string {
  return isIP(address) ? address : '0.0.0.0';
}
