import { sql } from 'kysely';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import { expiringMail } from './record-attempt.ts';

export type RequeuedMail =
  | { kind: 'queued'; dedupeKey: string }
  | { kind: 'refused'; code: 'mail_not_found' | 'mail_expired'; message: string };

/**
 * Puts an email that was given up back into the queue, with all its attempts. One that is already
 * queued or sent stays as it is, so a second click does not send it twice.
 */
export async function resendFailedMail(
  { db }: Pick<OrderContext, 'db'>,
  { mailId, actor }: { mailId: string; actor: string | null },
): Promise<RequeuedMail> {
  return db.transaction().execute(async (tx): Promise<RequeuedMail> => {
    const mail = await tx
      .selectFrom('private.email_outbox')
      .select(['id', 'dedupe_key', 'status', 'text'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst();
    const expired = mail !== undefined && expiringMail.test(mail.dedupe_key);
    // The text of an email is emptied when its recipient's account is deleted.
    const gone = mail?.text === '' && mail.status !== 'sent';
    if (!mail || (gone && !expired)) {
      return { kind: 'refused', code: 'mail_not_found', message: 'This email does not exist.' };
    }
    if (expired) {
      return {
        kind: 'refused',
        code: 'mail_expired',
        message: 'The link in this email has expired. The recipient can request a new one.',
      };
    }
    if (mail.status === 'failed') {
      await setAuditActor(tx, actor);
      await tx
        .updateTable('private.email_outbox')
        .set({
          status: 'queued',
          tries: 0,
          next_attempt_at: sql<Date>`now()`,
          dismissed_at: null,
        })
        .where('id', '=', mail.id)
        .execute();
    }
    return { kind: 'queued', dedupeKey: mail.dedupe_key };
  });
}

/** Dismisses failed emails from the owner's list. Returns how many. */
export async function dismissFailedMails(
  { db }: Pick<OrderContext, 'db'>,
  { mailIds, actor }: { mailIds: readonly string[]; actor: string | null },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await setAuditActor(tx, actor);
    const dismissed = await tx
      .updateTable('private.email_outbox')
      .set({ dismissed_at: sql<Date>`now()` })
      .where('id', 'in', mailIds)
      .where('status', '=', 'failed')
      .where('dismissed_at', 'is', null)
      .returning('id')
      .execute();
    return dismissed.length;
  });
}
