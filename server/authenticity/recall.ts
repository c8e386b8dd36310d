import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { isPlaceholderEmail, orderNumber, orderPlaceholders } from '#domain/order.ts';
import type { RecallProgress } from '#domain/recall.ts';
import { recallMail } from '#emails/recall.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { sha256 } from './authenticity-secrets.ts';
import { publishPassport } from './publish-passport.ts';

/** Recipients handed to the outbox in one transaction. */
const atOnce = 500;

const noAddresses = [
  '',
  orderPlaceholders.email,
  orderPlaceholders.walletEmail,
  orderPlaceholders.deletedEmail,
];

export interface RecallPreview {
  batches: { id: string; code: string; product: string | null }[];
  orders: number;
  /** Different email addresses. */
  addresses: number;
  /** Orders whose customer left none. */
  withoutAddress: number;
}

export type RecallChoice = { recallId: string } | { batchIds: readonly string[] };

/** Who bought from these batches, before anything is sent. Null: no such recall. */
export async function previewRecall(
  db: Tables,
  choice: RecallChoice,
): Promise<RecallPreview | null> {
  const batchIds = 'batchIds' in choice ? choice.batchIds : await batchesOf(db, choice.recallId);
  if (batchIds === null) return null;
  const { rows: batches } = await sql<RecallPreview['batches'][number]>`
    select batch.id, batch.code, product.name as product from public.batches as batch
    left join public.products as product on product.id = batch.product_id
    where batch.id = any (${batchIds}::uuid[]) order by batch.code`.execute(db);
  const { rows } = await sql<{ orders: string; addresses: string; without: string }>`
    select count(*) as orders,
      count(distinct lower(email)) filter (where not (email = any (${noAddresses}))) as addresses,
      count(*) filter (where email = any (${noAddresses})) as without
    from public.orders
    where id in (
      select order_id from public.order_line_batches where batch_id = any (${batchIds}::uuid[])
    )`.execute(db);
  const [counts] = rows;
  return {
    batches,
    orders: Number(counts?.orders ?? 0),
    addresses: Number(counts?.addresses ?? 0),
    withoutAddress: Number(counts?.without ?? 0),
  };
}

async function batchesOf(db: Tables, recallId: string): Promise<string[] | null> {
  const recall = await db
    .selectFrom('recalls')
    .select('id')
    .where('id', '=', recallId)
    .executeTakeFirst();
  if (!recall) return null;
  const rows = await db
    .selectFrom('recall_batches')
    .select('batch_id')
    .where('recall_id', '=', recallId)
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

export type AnnouncedRecall =
  | { kind: 'announced' }
  | { kind: 'recall_not_found' }
  | { kind: 'wrong_status'; message: string };

/**
 * Makes a recall public and notes to whom it goes, in one transaction: passports, checks and orders show it from
 * then on. Of one that is announced it changes nothing.
 */
export async function announceRecall(
  { db, keys, now }: Pick<AuthenticityContext, 'db' | 'keys' | 'now'>,
  recallId: string,
  by: string | null,
): Promise<AnnouncedRecall> {
  return db.transaction().execute(async (tx): Promise<AnnouncedRecall> => {
    await setAuditActor(tx, by);
    const recall = await tx
      .selectFrom('recalls')
      .select('status')
      .where('id', '=', recallId)
      .forUpdate()
      .executeTakeFirst();
    if (!recall) return { kind: 'recall_not_found' };
    if (recall.status !== 'draft') return { kind: 'announced' };
    const batches = await tx
      .selectFrom('recall_batches')
      .innerJoin('batches', 'batches.id', 'recall_batches.batch_id')
      .select(['id', 'code', 'status'])
      .where('recall_id', '=', recallId)
      .orderBy('code')
      .execute();
    if (batches.length === 0) {
      return { kind: 'wrong_status', message: 'Choose at least one batch to recall.' };
    }
    const other = batches.find(({ status }) => status !== 'released' && status !== 'recalled');
    if (other) {
      return {
        kind: 'wrong_status',
        message: `Batch ${other.code} is ${other.status}: only released batches are recalled.`,
      };
    }
    await tx
      .updateTable('recalls')
      .set({ status: 'sending', announced_at: now() })
      .where('id', '=', recallId)
      .execute();
    for (const { id } of batches) {
      await tx.updateTable('batches').set({ status: 'recalled' }).where('id', '=', id).execute();
      await publishPassport(tx, { keys, now }, id, { kind: 'recall' });
    }
    await addRecipients(tx, recallId);
    return { kind: 'announced' };
  });
}

async function addRecipients(tx: Tables, recallId: string): Promise<void> {
  await sql`
    with bought as (
      select o.id, o.name, case when not (o.email = any (${noAddresses})) then lower(o.email) end as email
      from public.orders as o
      where o.id in (
        select sent.order_id from public.order_line_batches as sent
        join public.recall_batches as recalled on recalled.batch_id = sent.batch_id
        where recalled.recall_id = ${recallId}::uuid
      )
    )
    insert into public.recall_recipients (recall_id, email, name, order_ids)
    select ${recallId}::uuid, email, max(name), array_agg(id order by id)
    from bought group by email, case when email is null then id end
    on conflict (recall_id, email) do nothing`.execute(tx);
}

type SendContext = Pick<OrderContext, 'db' | 'site' | 'origin' | 'now'>;

/**
 * Hands every recall that is being sent to the outbox, some hundred recipients a transaction: whoever is noted as
 * queued has an email waiting, whenever the process ends.
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
    // The emails differ in their link alone.
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

/** Null: no such recall. */
export async function readProgress(db: Tables, recallId: string): Promise<RecallProgress | null> {
  const { rows } = await sql<Record<keyof RecallProgress, string>>`
    select recall.status,
      count(recipient.id) as recipients,
      count(recipient.queued_at) as queued,
      count(recipient.sent_at) as sent,
      count(*) filter (where recipient.failed_at is not null and recipient.sent_at is null) as failed,
      count(recipient.acknowledged_at) as acknowledged,
      count(recipient.id) filter (where recipient.email is null) as "withoutAddress"
    from public.recalls as recall
    left join public.recall_recipients as recipient on recipient.recall_id = recall.id
    where recall.id = ${recallId}::uuid
    group by recall.id`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { status, ...counts } = row;
  return {
    status,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])),
  } as RecallProgress;
}

/** Every recipient, for the authority: who, which orders, and what became of the email. */
export async function writeRecallList(db: Tables, recallId: string): Promise<string> {
  const recipients = await db
    .selectFrom('recall_recipients')
    .selectAll()
    .where('recall_id', '=', recallId)
    .orderBy('email')
    .orderBy('id')
    .execute();
  return Papa.unparse(
    recipients.map((recipient) => ({
      name: recipient.name ?? '',
      email: isPlaceholderEmail(recipient.email) ? '' : recipient.email,
      orders: recipient.order_ids.map(orderNumber).join(' '),
      sent: recipient.sent_at?.toISOString() ?? '',
      failed: recipient.sent_at ? '' : (recipient.failed_at?.toISOString() ?? ''),
      acknowledged: recipient.acknowledged_at?.toISOString() ?? '',
    })),
    { escapeFormulae: true, newline: '\r\n' },
  );
}

/** The press on "I have read this". Again it changes nothing; false for a token that nobody was sent. */
export async function acknowledge(
  { db, now }: Pick<AuthenticityContext, 'db' | 'now'>,
  token: string,
): Promise<boolean> {
  const { rows } = await sql`update public.recall_recipients
    set acknowledged_at = coalesce(acknowledged_at, ${now()})
    where token_hash = ${sha256(token)} returning id`.execute(db);
  return rows.length > 0;
}
