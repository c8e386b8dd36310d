import type { AuthNotice } from '@liv-fit/backend/auth';
import type { Queryable } from '@liv-fit/backend/database';
import { type AccountNotice, accountNotice } from '#emails/account-notice.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { type Email, queueEmail } from './queue-email.ts';

/**
 * Adds a notice to the account's owner to the outbox, in the transaction that changed the account.
 */
export async function queueAccountNotice(
  tx: Queryable,
  notice: AuthNotice,
  site: MailSite,
  origin: string,
): Promise<void> {
  await queueEmail(tx, accountNoticeEmail(notice, site, origin));
}

/** `id` identifies this one change. */
export function accountNoticeEmail(
  notice: AccountNotice & { id: string; to: string },
  site: MailSite,
  origin: string,
): Email {
  return {
    dedupeKey: `notice:${notice.kind}:${notice.id}`,
    recipient: notice.to,
    ...accountNotice(notice, site, origin),
  };
}
