import { sql } from 'kysely';
import type { PublicRecall } from '#domain/recall.ts';
import type { Tables } from '#server/orders/tables.ts';

/** Every announced recall, newest first. */
export async function readRecalls(db: Tables): Promise<PublicRecall[]> {
  const { rows } = await sql<Omit<PublicRecall, 'announcedAt'> & { announced_at: Date }>`
    select recall.id, recall.announced_at, recall.reason, recall.instructions, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'code', batch.code,
        'product', coalesce(
          (select passport.body::jsonb ->> 'product' from public.batch_passports as passport
            where passport.batch_id = batch.id order by passport.revision desc limit 1), '')
      ) order by batch.code), '[]')
      from public.recall_batches as recalled
      join public.batches as batch on batch.id = recalled.batch_id
      where recalled.recall_id = recall.id
    ) as batches
    from public.recalls as recall
    where recall.announced_at is not null
    order by recall.announced_at desc, recall.id`.execute(db);
  return rows.map(({ announced_at, ...recall }) => ({
    ...recall,
    announcedAt: announced_at.toISOString(),
  }));
}
