import { CompiledQuery, sql } from 'kysely';
import { accountNoticeEmail } from '#server/email/queue-account-notice.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';

/**
 * Removes the account's authenticator apps in exchange for one of its recovery codes; false for a
 * wrong code. The code is spent last: an attempt that fails midway can be repeated with it. Emails the
 * owner from here, because the account service sends nothing for calls with the secret key.
 */
export async function turnOffTwoSteps(
  context: OrderContext,
  accounts: Accounts,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const hash = await findRecoveryCode(context.db, userId, code);
  if (hash === null) return false;
  await queueNotice(context, userId, hash);
  await accounts.removeFactors(userId);
  return spendRecoveryCode(context.db, userId, hash);
}

/** Beforehand, so that it cannot be lost; a repeated attempt with the code queues no second one. */
async function queueNotice(context: OrderContext, userId: string, id: string): Promise<void> {
  const to = await addressOfProtected(context.db, userId);
  if (!to) return;
  const notice = { kind: 'mfa_factor_unenrolled', at: context.now(), id, to } as const;
  const email = accountNoticeEmail(notice, await context.site(), context.origin);
  const { text, values = [] } = emailStatement(email);
  await context.db.executeQuery(CompiledQuery.raw(text, [...values]));
}

/** The confirmed address of an account that has an authenticator app to remove. */
async function addressOfProtected(tx: Tables, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from auth.users as account
    where id = ${userId} and email is not null and email_confirmed_at is not null
      and exists (
        select from auth.mfa_factors where user_id = account.id and status = 'verified'
      )
  `.execute(tx);
  return rows[0]?.email;
}
