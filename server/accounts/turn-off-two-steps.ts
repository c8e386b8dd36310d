import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { accountNoticeEmail } from '#server/email/queue-account-notice.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';

/**
 * Removes the account's authenticator apps in exchange for one of its recovery codes; false for a
 * wrong code. Emails the owner from here, because the account service sends nothing for calls with
 * the secret key.
 */
export async function turnOffTwoSteps(
  context: OrderContext,
  accounts: Accounts,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const site = await context.site();
  const spent = await context.db.transaction().execute(async (tx) => {
    if (!(await redeemRecoveryCode(tx, userId, code))) return false;
    const to = await addressOfProtected(tx, userId);
    if (!to) return true;
    const change = { kind: 'mfa_factor_unenrolled', at: context.now() } as const;
    const notice = { ...change, id: randomUUID(), to };
    const { text, values = [] } = emailStatement(accountNoticeEmail(notice, site, context.origin));
    await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    return true;
  });
  if (spent) await accounts.removeFactors(userId);
  return spent;
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
