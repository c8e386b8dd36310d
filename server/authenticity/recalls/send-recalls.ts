import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { recallMail } from '#emails/recall.ts';
import { sha256 } from '#server/authenticity/authenticity-secrets.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { previewRecall } from './preview-recall.ts';

/** Recipients added to the outbox per transaction. */
const atOnce = 500;

type SendContext = Pick<OrderContext, 'db' | 'site' | 'origin' | 'now'>;

/**
 * Adds every recall in progress to the outbox, a few hundred recipients per transaction. So
 * everyone marked as queued has an email waiting, no matter when the process ends.
 */
export async function sendRecalls(context: SendContext, signal?: AbortSignal): Promise<void> {
  const recalls = await context.db
    .selectFrom('recalls')
    .select(['id', 'reason', 'instructions'])
    .where('status', '=', 'sending')
    .orderBy('announced_at')
    .execute();
  if (recalls.length === 0) return;
  const site = await context.site();
  for (const recall of recalls) {
    const preview = await previewRecall(context.db, { recallId: recall.id });
    const batches = (preview?.batches ?? []).map(({ code, product }) => ({
      code,
      product: product ?? '',
    }));
    // The emails differ only in their link.
    const token = 'recall-link-token';
    const link = `${context.origin}/recalls?token=${token}`;
    const mail = recallMail({ ...recall, batches }, site, { origin: context.origin, link });
    const write = (secret: string) => ({
      subject: mail.subject,
      html: mail.html.replaceAll(token, secret),
      text: mail.text.replaceAll(token, secret),
    });
    while ((await queueSome(context, recall.id, write)) > 0) if (signal?.aborted) return;
    await context.db
      .updateTable('recalls')
      .set({ status: 'sent' })
      .where('id', '=', recall.id)
      .where('status', '=', 'sending')
      .execute();
  }
}

async function queueSome(
  { db, now }: Pick<SendContext, 'db' | 'now'>,
  recallId: string,
  write: (token: string) => { subject: string; html: string; text: string },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const recipients = await tx
      .selectFrom('recall_recipients')
      .select(['id', 'email'])
      .where('recall_id', '=', recallId)
      .where('queued_at', 'is', null)
      .where('email', 'is not', null)
      .orderBy('id')
      .limit(atOnce)
      .forUpdate()
      .execute();
    if (recipients.length === 0) return 0;
    const mails = recipients.map(({ id, email }) => {
      const token = randomBytes(32).toString('base64url');
      return { id, email, token, ...write(token) };
    });
    await tx
      .insertInto('private.email_outbox')
      .values(
        mails.map(({ id, email, subject, html, text }) => ({
          dedupe_key: `recall:${recallId}:${id}`,
          recipient: email ?? '',
          subject,
          html,
          text,
          secret: true,
        })),
      )
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .execute();
    await sql`update public.recall_recipients as recipient
      set queued_at = ${now()}, token_hash = given.token_hash
      from unnest(${mails.map(({ id }) => id)}::uuid[],
        ${mails.map(({ token }) => sha256(token))}::text[]) as given (id, token_hash)
      where recipient.id = given.id`.execute(tx);
    return recipients.length;
  });
}
