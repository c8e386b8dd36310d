import { sql } from 'kysely';
import type { BatchPassport, PassportRecall } from '#domain/batch-passport.ts';
import { passportPath } from '#domain/check-answer.ts';
import { productPath } from '#domain/product.ts';
import type { Tables } from '#server/orders/tables.ts';

/** What the tables say about a batch now; null if nothing about it is public. */
export type PassportFacts = Omit<
  BatchPassport,
  'product' | 'productPath' | 'revision' | 'issuedAt' | 'corrections' | 'recall' | 'log' | 'keys'
>;

export interface BatchNow {
  id: string;
  productId: string | null;
  facts: PassportFacts;
}

export async function readBatchNow(
  db: Tables,
  by: { code: string } | { id: string },
): Promise<BatchNow | null> {
  const batch = await db
    .selectFrom('batches')
    .select([
      'id',
      'code',
      'product_id',
      'status',
      'made_on',
      'best_before',
      'units_made',
      'origin',
      'released_at',
    ])
    .where('code' in by ? 'code' : 'id', '=', 'code' in by ? by.code : by.id)
    .executeTakeFirst();
  if (!batch || !(batch.status === 'released' || batch.status === 'recalled')) return null;
  const results = await db
    .selectFrom('batch_results')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .orderBy(sql`array_position(array['heavy metals', 'microbiology', 'identity', 'other'], panel)`)
    .orderBy('created_at')
    .orderBy('analyte')
    .execute();
  const documents = await db
    .selectFrom('batch_documents')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .orderBy('created_at')
    .orderBy('sha256')
    .execute();
  return {
    id: batch.id,
    productId: batch.product_id,
    facts: {
      code: batch.code,
      status: batch.status,
      madeOn: batch.made_on,
      bestBefore: batch.best_before,
      unitsMade: batch.units_made,
      origin: batch.origin,
      releasedAt: (batch.released_at ?? new Date(0)).toISOString(),
      results: results.map((result) => ({
        analyte: result.analyte,
        panel: result.panel,
        value: numberOf(result.value),
        qualifier: result.qualifier,
        unit: result.unit,
        limit: numberOf(result.limit_value),
        limitSource: result.limit_source,
        method: result.method,
        passes: result.passes,
      })),
      documents: documents.map((document) => ({
        title: document.title,
        laboratory: document.laboratory,
        accreditationNumber: document.accreditation_number,
        testedOn: document.tested_on,
        url: `${passportPath(batch.code)}/documents/${document.sha256}`,
        sha256: document.sha256,
      })),
    },
  };
}

/** The published batch that answers for a code as somebody types it; null if none does. */
export async function findPublishedCode(db: Tables, typed: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from private.batch_of_code(${typed})
    where status in ('released', 'recalled')`.execute(db);
  return rows[0]?.code ?? null;
}

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}

/** The product's current name and page. */
export async function readProduct(
  db: Tables,
  id: string | null,
): Promise<Pick<BatchPassport, 'product' | 'productPath'>> {
  const product = id
    ? await db
        .selectFrom('products')
        .select(['id', 'name', 'slug'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  return product
    ? { product: product.name, productPath: productPath(product) }
    : { product: '', productPath: null };
}

/** What the batch's latest announced recall says. */
export async function readRecall(db: Tables, batchId: string): Promise<PassportRecall | null> {
  const recall = await db
    .selectFrom('recall_batches')
    .innerJoin('recalls', 'recalls.id', 'recall_batches.recall_id')
    .select(['announced_at', 'reason', 'instructions'])
    .where('batch_id', '=', batchId)
    .where('announced_at', 'is not', null)
    .orderBy('announced_at', 'desc')
    .executeTakeFirst();
  if (!recall?.announced_at) return null;
  const { announced_at: at, reason, instructions } = recall;
  return { at: at.toISOString(), reason, instructions };
}
