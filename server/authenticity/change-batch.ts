import { sql } from 'kysely';
import {
  type CorrectableFacts,
  describeChanges,
  type PassportDocument,
  type PassportResult,
} from '#domain/batch-passport.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { type BatchNow, readBatchNow } from './passport-facts.ts';
import {
  nextPublication,
  type Published,
  publishPassport,
  readCurrent,
  readRevision,
} from './publish-passport.ts';
import { findLaxerLimits, findWrongFiles, reviewBatch } from './review-batch.ts';

export interface ChangedBatch {
  id: string;
  code: string;
  status: string;
  releasedAt: string | null;
}

export type BatchChange =
  | { kind: 'changed'; batch: ChangedBatch; passport: Published | null }
  | { kind: 'batch_not_found' }
  | { kind: 'not_releasable'; problems: string[] }
  | { kind: 'wrong_status'; message: string }
  | { kind: 'nothing_to_correct' }
  /** The batch, its passport or its note differs from what was seen. */
  | { kind: 'batch_changed' };

/** What a release would sign, as its sender saw it. */
export interface SeenBatch extends Omit<CorrectableFacts, 'results' | 'documents'> {
  code: string;
  productId: string | null;
  /** Left out: whichever it had. */
  status?: string | undefined;
  results: readonly Omit<PassportResult, 'passes'>[];
  documents: readonly Omit<PassportDocument, 'url'>[];
}

/** Changes to a released batch's facts; anything left out stays as it is. */
export interface BatchCorrection {
  reason: string;
  /**
   * The passport that is being corrected, 0 if none was signed yet. Left out: the latest one,
   * whichever it is.
   */
  seen?: { revision: number } | undefined;
  batch?:
    | {
        madeOn?: string | null | undefined;
        bestBefore?: string | null | undefined;
        unitsMade?: number | null | undefined;
        origin?: string | null | undefined;
      }
    | undefined;
  results?: readonly CorrectedResult[] | undefined;
  documents?: readonly CorrectedDocument[] | undefined;
}

export interface CorrectedResult {
  analyte: string;
  panel: string;
  value: number | null;
  qualifier: string;
  unit: string;
  limitValue: number | null;
  limitSource: string | null;
  method: string | null;
}

export interface CorrectedDocument {
  path: string;
  title: string;
  laboratory: string | null;
  accreditationNumber: string | null;
  testedOn: string | null;
  sha256: string;
}

type ChangeContext = Pick<AuthenticityContext, 'db' | 'keys' | 'now' | 'files'>;

/**
 * Signs and publishes a batch that nothing stands against; with `seen`, only where that is what would be signed. One
 * that is released already stays as it was published, as after a lost answer.
 */
export async function releaseBatch(
  context: ChangeContext,
  batchId: string,
  by: string | null,
  seen?: SeenBatch,
): Promise<BatchChange> {
  const review = await reviewBatch(context, batchId);
  if (!review) return { kind: 'batch_not_found' };
  if (review.problems.length > 0) return { kind: 'not_releasable', problems: review.problems };
  return change(context, batchId, by, async (tx) => {
    const before = await tx
      .selectFrom('batches')
      .select('status')
      .where('id', '=', batchId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const isReleased = before?.status === 'released';
    if (!isReleased) {
      if (seen?.status && seen.status !== before?.status) throw new BatchChanged();
      await tx
        .updateTable('batches')
        .set({ status: 'released' })
        .where('id', '=', batchId)
        .execute();
    }
    const batch = await readBatchNow(tx, { id: batchId });
    if (!batch) return null;
    if (seen && !isAsSeen(batch, seen)) throw new BatchChanged();
    const published = isReleased ? await readCurrent(tx, batch) : null;
    if (published) return { revision: published.revision, sha256: published.sha256 };
    return publishPassport(tx, context, batchId, await nextPublication(tx, batch));
  });
}

function isAsSeen({ productId, facts }: BatchNow, seen: SeenBatch): boolean {
  // What follows from the rest is not compared.
  const told = ({ results, documents, ...rest }: typeof seen | typeof facts) => ({
    ...rest,
    results: results.map((each) => ({ ...each, passes: null })),
    documents: documents.map((each) => ({ ...each, url: '' })),
  });
  return (
    productId === seen.productId &&
    facts.code === seen.code &&
    describeChanges(told(seen), told(facts)).length === 0
  );
}

interface Block {
  by: string | null;
  /** Replaces the batch's note; null: that stays. */
  note: string | null;
  /** The note that is replaced, as the sender saw it; left out: whichever there is. */
  seen?: { note: string | null } | undefined;
}

/** Takes a batch back: its passport disappears and its code is no longer valid. */
export async function blockBatch(
  context: ChangeContext,
  batchId: string,
  { by, note, seen }: Block,
): Promise<BatchChange> {
  return change(context, batchId, by, async (tx) => {
    if (note && seen) {
      const batch = await tx
        .selectFrom('batches')
        .select('note')
        .where('id', '=', batchId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (batch && batch.note !== seen.note) throw new BatchChanged();
    }
    await tx
      .updateTable('batches')
      .set({ status: 'blocked', ...(note ? { note } : {}) })
      .where('id', '=', batchId)
      .execute();
    return null;
  });
}

/**
 * Changes what is published, upholds the release rule, and publishes what changed and why. Lists
 * replace the whole list, so correcting an outdated passport would undo the correction made in the
 * meantime: that is refused.
 */
export async function correctBatch(
  context: ChangeContext,
  batchId: string,
  correction: BatchCorrection,
  by: string | null,
): Promise<BatchChange> {
  const problems = await findWrongFiles(
    context.files,
    await findAdded(context, batchId, correction),
  );
  if (problems.length > 0) return { kind: 'not_releasable', problems };
  let unchanged = false;
  const outcome = await change(context, batchId, by, async (tx) => {
    await tx
      .selectFrom('batches')
      .select('id')
      .where('id', '=', batchId)
      .forNoKeyUpdate()
      .execute();
    const before = await readBatchNow(tx, { id: batchId });
    if (!before) throw new WrongStatus('Only a released or recalled batch can be corrected.');
    const { seen } = correction;
    if (seen && seen.revision !== (await readRevision(tx, batchId))) throw new BatchChanged();
    await applyCorrection(tx, batchId, correction);
    const after = await readBatchNow(tx, { id: batchId });
    if (!after || describeChanges(before.facts, after.facts).length === 0) {
      unchanged = true;
      throw new WrongStatus('Nothing differs.');
    }
    const laxer = correction.results ? await findLaxerLimits(tx, before, after) : [];
    if (laxer.length > 0) throw new NotReleasable(laxer);
    const { rows } = await sql<{ problem: string | null }>`
      select private.release_problem(${batchId}::uuid) as problem`.execute(tx);
    const problem = rows[0]?.problem;
    if (after.facts.status === 'released' && problem) throw new NotReleasable([problem]);
    return publishPassport(tx, context, batchId, { kind: 'correction', reason: correction.reason });
  });
  return unchanged ? { kind: 'nothing_to_correct' } : outcome;
}

/** What was already published stays as it was signed. */
async function findAdded(
  { db }: ChangeContext,
  batchId: string,
  { documents = [] }: BatchCorrection,
): Promise<readonly CorrectedDocument[]> {
  if (documents.length === 0) return [];
  const published = await db
    .selectFrom('batch_documents')
    .select(['path', 'sha256'])
    .where('batch_id', '=', batchId)
    .execute();
  return documents.filter(
    ({ path, sha256 }) => !published.some((each) => each.path === path && each.sha256 === sha256),
  );
}

async function applyCorrection(
  tx: Tables,
  batchId: string,
  { batch = {}, results, documents }: BatchCorrection,
): Promise<void> {
  const facts = {
    ...(batch.madeOn === undefined ? {} : { made_on: batch.madeOn }),
    ...(batch.bestBefore === undefined ? {} : { best_before: batch.bestBefore }),
    ...(batch.unitsMade === undefined ? {} : { units_made: batch.unitsMade }),
    ...(batch.origin === undefined ? {} : { origin: batch.origin }),
  };
  if (Object.keys(facts).length > 0) {
    await tx.updateTable('batches').set(facts).where('id', '=', batchId).execute();
  }
  if (results) {
    await tx.deleteFrom('batch_results').where('batch_id', '=', batchId).execute();
    if (results.length > 0) {
      await tx
        .insertInto('batch_results')
        .values(
          results.map(({ limitValue, limitSource, ...result }) => ({
            ...result,
            batch_id: batchId,
            limit_value: limitValue,
            limit_source: limitSource,
          })),
        )
        .execute();
    }
  }
  if (documents) {
    await tx.deleteFrom('batch_documents').where('batch_id', '=', batchId).execute();
    if (documents.length > 0) {
      await tx
        .insertInto('batch_documents')
        .values(
          documents.map(({ accreditationNumber, testedOn, ...document }) => ({
            ...document,
            batch_id: batchId,
            accreditation_number: accreditationNumber,
            tested_on: testedOn,
          })),
        )
        .execute();
    }
  }
}

class WrongStatus extends Error {}
class BatchChanged extends Error {}
class NotReleasable extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/**
 * Runs `work` in a transaction as the admin; errors raised by the database's rules become outcomes.
 */
async function change(
  { db }: ChangeContext,
  batchId: string,
  by: string | null,
  work: (tx: Tables) => Promise<Published | null>,
): Promise<BatchChange> {
  try {
    return await db.transaction().execute(async (tx): Promise<BatchChange> => {
      await setAuditActor(tx, by);
      const passport = await work(tx);
      const batch = await tx
        .selectFrom('batches')
        .select(['id', 'code', 'status', 'released_at'])
        .where('id', '=', batchId)
        .executeTakeFirst();
      if (!batch) return { kind: 'batch_not_found' };
      const { id, code, status, released_at } = batch;
      return {
        kind: 'changed',
        batch: { id, code, status, releasedAt: released_at?.toISOString() ?? null },
        passport,
      };
    });
  } catch (error) {
    if (error instanceof WrongStatus) return { kind: 'wrong_status', message: error.message };
    if (error instanceof BatchChanged) return { kind: 'batch_changed' };
    if (error instanceof NotReleasable) {
      return { kind: 'not_releasable', problems: error.problems };
    }
    const violation = sayViolation(error);
    if (violation) return { kind: 'wrong_status', message: violation };
    throw error;
  }
}

/** By the violated constraint. */
const violations: Readonly<Record<string, string>> = {
  batch_documents_batch_id_sha256_key: 'This batch already has this file.',
  batch_results_analyte_key: 'There are two results for the same analyte.',
};

/**
 * What the database's rules refuse, in words for the owner: those that triggers raise have their own; messages of
 * constraints name tables. Null for any other error.
 */
function sayViolation(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: string };
  if (!(error instanceof Error) || !/^23/.test(String(code))) return null;
  if (code === '23514' && !constraint) return error.message;
  return (
    violations[constraint ?? ''] ??
    'A value is not allowed. Check what you entered, then try again.'
  );
}
