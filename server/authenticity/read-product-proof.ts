import { sql } from 'kysely';
import type { ProductProof } from '#domain/product-proof.ts';
import type { Tables } from '#server/orders/tables.ts';

/**
 * What a product page says about the product's batches, in one statement, since every page view
 * asks for it. A recall is shown until the batch's best-before date, and for at least a year.
 * Nothing about a draft.
 */
export async function readProductProof(db: Tables, productId: string): Promise<ProductProof> {
  const { rows } = await sql<ProductProof>`
    select (
      select jsonb_build_object(
        'code', batch.code,
        'laboratory', document.laboratory,
        'testedOn', document.tested_on,
        'results', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'analyte', result.analyte, 'value', result.value, 'qualifier', result.qualifier,
            'unit', result.unit, 'limit', result.limit_value
          ) order by result.created_at, result.analyte), '[]')
          from public.batch_results as result where result.batch_id = batch.id
        )
      )
      from public.batches as batch
      left join lateral (
        select laboratory, tested_on from public.batch_documents
        where batch_id = batch.id order by tested_on desc nulls last, created_at desc limit 1
      ) as document on true
      where batch.product_id = ${productId}::uuid and batch.status = 'released'
        and (batch.best_before is null or batch.best_before >= current_date)
      order by batch.released_at desc, batch.code limit 1
    ) as newest, (
      select coalesce(jsonb_agg(
        jsonb_build_object('codes', told.codes, 'announced', told.announced)
        order by told.announced ->> 'at' desc nulls last
      ), '[]')
      from (
        select jsonb_agg(batch.code order by batch.code) as codes, recall.announced
        from public.batches as batch
        left join lateral (
          select jsonb_build_object(
            'id', r.id, 'at', r.announced_at, 'reason', r.reason, 'instructions', r.instructions
          ) as announced, r.announced_at as at
          from public.recall_batches as recalled
          join public.recalls as r on r.id = recalled.recall_id and r.announced_at is not null
          where recalled.batch_id = batch.id order by r.announced_at desc limit 1
        ) as recall on true
        where batch.product_id = ${productId}::uuid and batch.status = 'recalled'
          and greatest(
            coalesce(batch.best_before, 'infinity'), coalesce(recall.at, batch.updated_at)::date + 365
          ) >= current_date
        group by recall.announced
      ) as told
    ) as recalls
    where exists (
      select from public.products where id = ${productId}::uuid and published
    )`.execute(db);
  return rows[0] ?? { newest: null, recalls: [] };
}
