import { randomUUID } from 'node:crypto';
import type { MailServer } from '#domain/first-day.ts';
import type { RenderedEmail } from '#emails/layout.ts';
import { testMail } from '#emails/test-mail.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import type { DeliveryOutcome, MailToDeliver } from '#server/email/deliver-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

export const mailTestedKey = 'mail_tested_at';

/** Sends to the mail server directly, bypassing the outbox. */
export interface DirectMail {
  server: MailServer;
  deliver(mail: MailToDeliver): Promise<DeliveryOutcome>;
}

export type TestMailOutcome =
  | { kind: 'sent'; to: string }
  | { kind: 'refused'; code: 'no_mail_server' | 'mail_not_sent' | 'not_admin'; message: string };

/**
 * Sends an email to an admin and waits for the mail server's response: the outbox would retry for a
 * day before reporting a wrong password. What the sandbox accepts proves nothing and is not
 * recorded.
 */
export async function sendTestMail(
  { db, site, origin, now, log }: OrderContext,
  mail: DirectMail,
  userId: string | null,
  /** An email to send instead of the default test email. */
  sample?: RenderedEmail,
): Promise<TestMailOutcome> {
  const to = (await adminAccounts(db)).find(({ id }) => id === userId)?.email;
  if (!to) {
    return { kind: 'refused', code: 'not_admin', message: 'Only an administrator may do this.' };
  }
  if (mail.server === 'none') {
    return {
      kind: 'refused',
      code: 'no_mail_server',
      message: 'No mail server is configured: set SMTP_URL.',
    };
  }
  const rendered = sample ?? testMail(await site(), origin);
  const outcome = await mail.deliver({ id: randomUUID(), recipient: to, ...rendered });
  if (outcome.kind === 'failed') {
    log.warn({ reason: outcome.reason }, 'A test email could not be sent.');
    return {
      kind: 'refused',
      code: 'mail_not_sent',
      message: `The mail server did not accept it (${outcome.reason}). Check SMTP_URL and EMAIL_FROM.`,
    };
  }
  if (mail.server === 'smtp') {
    const value = now().toISOString();
    await db
      .insertInto('private.settings')
      .values({ key: mailTestedKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
  return { kind: 'sent', to };
}
