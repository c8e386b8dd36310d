import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';
import { noAddresses } from './no-addresses.ts';

export interface RecallPreview {
  batches: { id: string; code: string; product: string | null }[];
  orders: number;
  /** Distinct email addresses. */
  addresses: number;
  /** Orders without an email address. */
  withoutAddress: number;
}

export type RecallChoice = { recallId: string } | { batchIds: readonly string[] };

/** Who bought from these batches, before anything is sent. Null if there is no such recall. */
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
