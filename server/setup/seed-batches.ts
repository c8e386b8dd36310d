import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { batchLimits } from '#domain/batch-limits.ts';
import { formatUnitCode } from '#domain/unit-code.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import { sha256 } from '#server/authenticity/authenticity-secrets.ts';
import { releaseBatch } from '#server/authenticity/change-batch.ts';
import { issueCodes } from '#server/authenticity/issue-codes.ts';
import { writeSampleDocument } from './sample-document.ts';

const codesOfDemo = 20;
const origin = 'Invented for the demo';
/** Each result as a share of its limit, varied so that the bars differ. */
const shares = [0.08, 0.12, 0.05, 0.02, 0.03, 0.06];

interface DemoProduct {
  id: string;
  name: string;
  /** The product's batch code in the demo catalog; null generates one. */
  code: string | null;
}

/**
 * Creates a released batch with made-up figures and a sample document for every product of the demo
 * catalog, and unit codes for the first, which are written to `file` and stored nowhere else. False
 * if there are none.
 */
export async function seedBatches(context: AuthenticityContext, file: string): Promise<boolean> {
  const { rows: products } = await sql<DemoProduct>`
    select product.id, product.name, (
      select min(code) from public.validity_codes as valid
      where valid.product_name = product.name and valid.code ~ '^[A-Z0-9._-]{1,20}$'
    ) as code
    from public.products as product order by product.id`.execute(context.db);
  let written = false;
  for (const [index, product] of products.entries()) {
    const code = product.code ?? `DEMO-${String(index + 1).padStart(2, '0')}`;
    const batchId = await addBatch(context, product, code);
    await releaseBatch(context, batchId, null);
    if (index > 0) continue;
    const issued = await issueCodes(context, { batchId, count: codesOfDemo, by: null });
    if (issued.kind !== 'issued') continue;
    const list = ['code,batch', ...issued.codes.map((unit) => `${formatUnitCode(unit)},${code}`)];
    await writeFile(file, `${list.join('\r\n')}\r\n`, { mode: 0o600 });
    written = true;
  }
  return written;
}

async function addBatch(
  { db, files }: AuthenticityContext,
  product: DemoProduct,
  code: string,
): Promise<string> {
  const limits = batchLimits(null);
  const results = limits.map(({ analyte, panel, limit, unit, source }, index) => ({
    analyte,
    panel,
    value: limit === 0 ? null : Number((limit * (shares[index] ?? 0.05)).toPrecision(2)),
    qualifier: limit === 0 ? 'not detected' : '=',
    unit,
    limit_value: Number(limit.toPrecision(6)),
    limit_source: source,
    method: panel === 'heavy metals' ? 'USP <233>, ICP-MS (sample)' : 'USP <2021>/<2022> (sample)',
  }));
  const document = writeSampleDocument('SAMPLE - not a real certificate', [
    'Every figure on this page was invented for the demo catalog.',
    `Product: ${product.name}`,
    `Batch: ${code}`,
    '',
    ...results.map(
      ({ analyte, value, unit }) =>
        `${analyte}: ${value === null ? 'not detected' : `${value} ${unit.replace('µ', 'u')}`}`,
    ),
  ]);
  const path = `demo/${code}.pdf`;
  await files.write('batch-documents', path, document, 'application/pdf');
  const batch = await db
    .insertInto('batches')
    .values({
      code,
      product_id: product.id,
      made_on: sql<string>`current_date - 60`,
      best_before: sql<string>`current_date + 670`,
      units_made: 400,
      origin,
      note: 'Demo: figures and document are invented.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('batch_results')
    .values(results.map((result) => ({ ...result, batch_id: batch.id })))
    .execute();
  await db
    .insertInto('batch_documents')
    .values({
      batch_id: batch.id,
      path,
      title: 'Sample document (invented figures)',
      laboratory: 'Sample Laboratory (invented)',
      tested_on: sql<string>`current_date - 45`,
      sha256: sha256(document),
    })
    .execute();
  return batch.id;
}
