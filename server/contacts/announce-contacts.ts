import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { SiteFacts } from '#domain/settings.ts';
import { contactMessagesMail } from '#emails/contact-messages.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import { limits } from '#server/limits.ts';
import type { DB } from '#supabase/kysely.gen.ts';

/** Up to this many waiting messages get an email each; more are combined into one. */
const singly = 3;
const atOnce = 50;

export interface AnnounceContacts {
  db: Kysely<DB>;
  site: () => SiteFacts | Promise<SiteFacts>;
  teamEmail: string;
  /** For links, without a trailing slash. */
  origin: string;
}

/**
 * Queues an email to the team about new messages. Each sender's first message goes before anyone's
 * second, so that a flood delays only its own sender.
 */
export async function announceContacts(context: AnnounceContacts): Promise<void> {
  const site = await context.site();
  await context.db.transaction().execute(async (tx) => {
    const { queued, last } = await tx
      .selectFrom('private.email_outbox')
      .select((eb) => [eb.fn.countAll<string>().as('queued'), eb.fn.max('created_at').as('last')])
      .where('dedupe_key', 'like', 'contact:%')
      .where('created_at', '>', new Date(Date.now() - limits.contactMails.seconds * 1000))
      .executeTakeFirstOrThrow();
    const room = limits.contactMails.count - Number(queued);
    const paceMs = limits.contactMailPace.seconds * 1000;
    if (room <= 0 && last && Date.now() - last.getTime() < paceMs) return;

    const waiting = await tx
      .selectFrom('private.contact_notices as notice')
      .innerJoin('contacts', 'contacts.id', 'notice.contact_id')
      .innerJoin(
        (eb) =>
          eb
            .selectFrom('private.contact_notices')
            .select([
              'contact_id',
              sql<string>`row_number() over (partition by sender order by created_at)`.as('turn'),
            ])
            .as('ranked'),
        (join) => join.onRef('ranked.contact_id', '=', 'notice.contact_id'),
      )
      .select(['contacts.id', 'name', 'email', 'phone', 'message'])
      .orderBy('ranked.turn')
      .orderBy('notice.signed_in', 'desc')
      .orderBy('notice.created_at')
      .limit(atOnce)
      .forUpdate('notice')
      .skipLocked()
      .execute();
    if (waiting.length === 0) return;

    const mails =
      waiting.length <= Math.min(singly, room) ? waiting.map((one) => [one]) : [waiting];
    for (const messages of mails) {
      const { text, values = [] } = emailStatement({
        dedupeKey: `contact:${messages[0]?.id}`,
        recipient: context.teamEmail,
        ...contactMessagesMail(messages, site, context.origin),
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    }
    await tx
      .deleteFrom('private.contact_notices')
      .where(
        'contact_id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute();
  });
}
