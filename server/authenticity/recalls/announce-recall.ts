import { sql } from 'kysely';
import { isSameRecall, type RecallContent } from '#domain/recall.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import { publishPassport } from '#server/authenticity/publish-passport.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { noAddresses } from './no-addresses.ts';

export type AnnouncedRecall =
  | { kind: 'announced' }
  /** It no longer says what the sender saw. */
  | { kind: 'recall_changed' }
  | { kind: 'recall_not_found' }
  | { kind: 'wrong_status'; message: string };

/**
 * Makes a recall public and records its recipients, in one transaction: passports, checks and
 * orders show it from then on. If it was already announced, nothing changes. With `seen`, only if
 * it still says what its sender saw.
 */
export async function announceRecall(
  { db, keys, now }: Pick<AuthenticityContext, 'db' | 'keys' | 'now'>,
  recallId: string,
  by: string | null,
  seen?: RecallContent,
): Promise<AnnouncedRecall> {
  return db.transaction().execute(async (tx): Promise<AnnouncedRecall> => {
    await setAuditActor(tx, by);
    const recall = await tx
      .selectFrom('recalls')
      .select(['status', 'reason', 'instructions'])
      .where('id', '=', recallId)
      .forUpdate()
      .executeTakeFirst();
    if (!recall) return { kind: 'recall_not_found' };
    const batches = await tx
      .selectFrom('recall_batches')
      .innerJoin('batches', 'batches.id', 'recall_batches.batch_id')
      .select(['id', 'code', 'status'])
      .where('recall_id', '=', recallId)
      .orderBy('code')
      // Before the log, as corrections lock them.
      .forNoKeyUpdate('batches')
      .execute();
    if (seen && !isSameRecall({ ...recall, batchIds: batches.map(({ id }) => id) }, seen)) {
      return { kind: 'recall_changed' };
    }
    if (recall.status !== 'draft') return { kind: 'announced' };
    if (batches.length === 0) {
      return { kind: 'wrong_status', message: 'Choose at least one batch to recall.' };
    }
    const other = batches.find(({ status }) => status !== 'released' && status !== 'recalled');
    if (other) {
      return {
        kind: 'wrong_status',
        message: `Batch ${other.code} is ${other.status}: only released batches can be recalled.`,
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
