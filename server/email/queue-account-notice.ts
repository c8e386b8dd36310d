import type { AuthNotice } from '@liv-fit/backend/auth';
import type { Queryable } from '@liv-fit/backend/database';
import { accountNotice } from '#emails/account-notice.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { queueEmail } from './queue-email.ts';

/** Puts what an owner is to learn into the outbox, in the transaction that changed the account. */
export async function queueAccountNotice(
  tx: Queryable,
  notice: AuthNotice,
  site: MailSite,
  origin: string,
): Promise<void> {
  await queueEmail(tx, {
    dedupeKey: `notice:${notice.kind}:${notice.id}`,
    recipient: notice.to,
    ...accountNotice(notice, site, origin),
  });
}
