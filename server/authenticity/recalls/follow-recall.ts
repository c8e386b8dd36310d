import { sql } from 'kysely';
import Papa from 'papaparse';
import { formulaLike } from '#domain/formula-like.ts';
import { isPlaceholderEmail, orderNumber } from '#domain/order.ts';
import type { RecallProgress } from '#domain/recall.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import { sha256 } from '#server/authenticity/authenticity-secrets.ts';
import type { Tables } from '#server/orders/tables.ts';

/** Null if there is no such recall. */
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

/** Every recipient, for the authority: who, which orders, and the status of the email. */
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
    { escapeFormulae: formulaLike, newline: '\r\n' },
  );
}

/**
 * Handles a click on "I have read this". A second click changes nothing; false for an unknown
 * token.
 */
export async function acknowledge(
  { db, now }: Pick<AuthenticityContext, 'db' | 'now'>,
  token: string,
): Promise<boolean> {
  const { rows } = await sql`update public.recall_recipients
    set acknowledged_at = coalesce(acknowledged_at, ${now()})
    where token_hash = ${sha256(token)} returning id`.execute(db);
  return rows.length > 0;
}
