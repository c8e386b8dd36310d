import { carriesMetadata } from '@liv-fit/backend/storage';
import {
  analyteKey,
  type BatchLimit,
  batchLimits,
  defaultAnalytes,
  isLaxer,
} from '#domain/batch-limits.ts';
import type { PassportResult } from '#domain/batch-passport.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { sha256 } from './authenticity-secrets.ts';
import type { BatchNow } from './passport-facts.ts';

export interface BatchReview {
  /** What prevents a release, in words. */
  problems: string[];
  needed: readonly string[];
  limits: BatchLimit[];
}

/**
 * Everything that prevents a release (the database reports only the first problem); null if there
 * is no such batch.
 */
export async function reviewBatch(
  { db, files }: Pick<AuthenticityContext, 'db' | 'files'>,
  batchId: string,
): Promise<BatchReview | null> {
  const batch = await db
    .selectFrom('batches')
    .leftJoin('product_requirements', 'product_requirements.product_id', 'batches.product_id')
    .select(['analytes', 'daily_dose_grams', 'stricter_limits'])
    .where('batches.id', '=', batchId)
    .executeTakeFirst();
  if (!batch) return null;
  const needed = batch.analytes ?? defaultAnalytes;
  const limits = limitsOf(batch);
  const results = await db
    .selectFrom('batch_results')
    .select(['analyte', 'unit', 'limit_value', 'passes'])
    .where('batch_id', '=', batchId)
    .orderBy('analyte')
    .execute();
  const documents = await db
    .selectFrom('batch_documents')
    .select(['path', 'title', 'sha256'])
    .where('batch_id', '=', batchId)
    .execute();
  const problems = [
    ...(documents.length === 0 ? ['There is no laboratory document yet.'] : []),
    ...(await findWrongFiles(files, documents)),
    ...needed.flatMap((analyte) => {
      const result = results.find((each) => analyteKey(each.analyte) === analyteKey(analyte));
      if (!result) return [`${analyte}: there is no result yet.`];
      return result.passes === null ? [`${analyte}: the result has no limit to compare with.`] : [];
    }),
    ...results.flatMap(({ analyte, passes, unit, limit_value }) => {
      if (passes === false) return [`${analyte}: the result exceeds its limit.`];
      const limit = limit_value === null ? null : Number(limit_value);
      return isLaxer({ analyte, unit, limit }, limits) ? [sayLaxer(analyte)] : [];
    }),
  ];
  return { problems, needed, limits };
}

function limitsOf(requirements: {
  daily_dose_grams: string | null;
  stricter_limits: unknown;
}): BatchLimit[] {
  const { daily_dose_grams: dose, stricter_limits: stricter } = requirements;
  return batchLimits(
    dose === null ? null : Number(dose),
    (stricter ?? {}) as Record<string, number>,
  );
}

/**
 * Documents whose file is missing, doesn't match the hash that would be published, or reveals too
 * much.
 */
export async function findWrongFiles(
  files: AuthenticityContext['files'],
  documents: readonly { path: string; title: string; sha256: string }[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const document of documents) {
    const file = await files.read('batch-documents', document.path);
    if (!file) problems.push(`${document.title}: the file is missing.`);
    else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (sha256(bytes) !== document.sha256) {
        problems.push(`${document.title}: the file is not the one that was entered.`);
      } else if (await carriesMetadata(bytes)) {
        problems.push(
          `${document.title}: the picture may say where and when it was taken. Remove it and upload it again.`,
        );
      }
    }
  }
  return problems;
}

/**
 * A correction must meet the release rule; a published limit may stay even if the rule has become
 * stricter since.
 */
export async function findLaxerLimits(
  tx: Tables,
  before: BatchNow,
  after: BatchNow,
): Promise<string[]> {
  const own = await tx
    .selectFrom('product_requirements')
    .select(['daily_dose_grams', 'stricter_limits'])
    .where('product_id', '=', after.productId)
    .executeTakeFirst();
  const limits = limitsOf(own ?? { daily_dose_grams: null, stricter_limits: null });
  const wasPublished = ({ analyte, limit, unit }: PassportResult) =>
    before.facts.results.some(
      (was) =>
        analyteKey(was.analyte) === analyteKey(analyte) &&
        was.unit === unit &&
        was.limit !== null &&
        limit !== null &&
        limit <= was.limit,
    );
  return after.facts.results
    .filter((result) => isLaxer(result, limits) && !wasPublished(result))
    .map(({ analyte }) => sayLaxer(analyte));
}

const sayLaxer = (analyte: string) => `${analyte}: the limit is less strict than the default.`;
