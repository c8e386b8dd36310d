import type { Context } from 'hono';
import { z } from 'zod';
import {
  type BatchChange,
  blockBatch,
  correctBatch,
  releaseBatch,
} from '#server/authenticity/change-batch.ts';
import { issueCodes, maxCodesAtOnce } from '#server/authenticity/issue-codes.ts';
import { reviewBatch } from '#server/authenticity/review-batch.ts';
import { voidUnit } from '#server/authenticity/void-unit.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

const batch = z.object({ batchId: z.uuid() });
const issue = batch.extend({ count: z.int().min(1).max(maxCodesAtOnce) });
const block = batch.extend({
  note: z.string().trim().max(2000).optional(),
  seen: z.object({ note: z.string().nullable() }).optional(),
});
const text = z.string().nullable();
const release = batch.extend({
  seen: z
    .object({
      code: z.string(),
      productId: text,
      status: z.string().optional(),
      madeOn: text,
      bestBefore: text,
      unitsMade: z.int().nullable(),
      origin: text,
      results: z
        .array(
          z.object({
            analyte: z.string(),
            panel: z.string(),
            value: z.number().nullable(),
            qualifier: z.string(),
            unit: z.string(),
            limit: z.number().nullable(),
            limitSource: text,
            method: text,
          }),
        )
        .max(1000),
      documents: z
        .array(
          z.object({
            title: z.string(),
            laboratory: text,
            accreditationNumber: text,
            testedOn: text,
            sha256: z.string(),
          }),
        )
        .max(1000),
    })
    .optional(),
});
const day = z.iso.date().nullable();
const short = (length: number) => z.string().trim().max(length).nullable().default(null);
const correction = batch.extend({
  reason: z.string().trim().min(1).max(2000),
  seen: z.object({ revision: z.int().min(0) }).optional(),
  batch: z
    .object({
      madeOn: day,
      bestBefore: day,
      unitsMade: z.int().positive().nullable(),
      origin: z.string().trim().max(200).nullable(),
    })
    .partial()
    .optional(),
  results: z
    .array(
      z.object({
        analyte: z.string().trim().min(1).max(100),
        panel: z.enum(['heavy metals', 'microbiology', 'identity', 'other']).default('other'),
        value: z.number().min(0).nullable(),
        qualifier: z.enum(['=', '<', 'not detected']).default('='),
        unit: z.string().trim().max(40).default(''),
        limitValue: z.number().min(0).nullable().default(null),
        limitSource: short(200),
        method: short(200),
      }),
    )
    .max(200)
    .optional(),
  documents: z
    .array(
      z.object({
        path: z.string().max(300),
        title: z.string().trim().min(1).max(200).default('Certificate of analysis'),
        laboratory: short(200),
        accreditationNumber: short(100),
        testedOn: day.default(null),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(50)
    .optional(),
});
const unit = z
  .union([z.object({ code: z.string().max(200) }), z.object({ unitId: z.int().positive() })])
  .and(z.object({ undo: z.boolean().default(false) }));

type BatchDeps = Pick<FunctionDeps, 'context' | 'authenticity'>;

/** `{batchId}` → `{problems, needed, limits}`. */
export function reviewBatchFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body) => {
    const read = batch.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const review = await reviewBatch(authenticity, read.data.batchId);
    return review ? c.json(review) : noBatch(c);
  };
}

const changed =
  'Someone else has changed this batch. What is stored now is shown: check it, then try again.';
const corrected =
  'Another correction was published after this page was opened. Look at it, then try again.';

/** `{batchId, seen?}` → `{batch, passport}`. With `seen`, only where that is what would be signed. */
export function releaseBatchFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = release.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { batchId, seen } = read.data;
    return answer(c, await releaseBatch(authenticity, batchId, userId, seen), changed);
  };
}

/** `{batchId, note?, seen?: {note}}` → `{batch}`. With `seen`, only where `note` replaces that note. */
export function blockBatchFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = block.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { batchId, note = null, seen } = read.data;
    return answer(c, await blockBatch(authenticity, batchId, { by: userId, note, seen }), changed);
  };
}

/** `{batchId, reason, seen?, batch?, results?, documents?}` → `{batch, passport}`. */
export function correctBatchFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = correction.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { batchId, ...rest } = read.data;
    return answer(c, await correctBatch(authenticity, batchId, rest, userId), corrected);
  };
}

/** `{batchId, count}` → `{codes, keyId}`: the only time the codes are shown. */
export function issueCodesFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = issue.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const issued = await issueCodes(authenticity, { ...read.data, by: userId });
    switch (issued.kind) {
      case 'issued':
        return c.json({ codes: issued.codes, keyId: issued.keyId });
      case 'batch_not_found':
        return noBatch(c);
      case 'batch_closed':
        return fail(
          c,
          'wrong_status',
          `This batch is ${issued.status}: no more codes can be issued for it.`,
        );
    }
  };
}

/** `{code}` or `{unitId}`, `undo?` → `{unit}`. */
export function voidUnitFunction({ authenticity }: BatchDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = unit.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { undo, ...choice } = read.data;
    const changed = await voidUnit(authenticity, choice, { undo, by: userId });
    return changed
      ? c.json({ unit: changed })
      : fail(c, 'unit_not_found', 'There is no unit with this code.');
  };
}

/** `overtaken`: what is said where the batch is another than what was seen. */
function answer(c: Context, change: BatchChange, overtaken: string): Response {
  switch (change.kind) {
    case 'changed':
      return c.json({ batch: change.batch, passport: change.passport });
    case 'batch_not_found':
      return noBatch(c);
    case 'not_releasable':
      return fail(c, 'not_releasable', change.problems.join(' '), { problems: change.problems });
    case 'wrong_status':
      return fail(c, 'wrong_status', change.message);
    case 'nothing_to_correct':
      return fail(c, 'nothing_to_correct', 'Nothing differs from what is published.');
    case 'batch_changed':
      return fail(c, 'batch_changed', overtaken);
  }
}

function noBatch(c: Context): Response {
  return fail(c, 'batch_not_found', 'This batch does not exist.');
}

export function invalid(c: Context, error: z.ZodError): Response {
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'body';
  return fail(c, 'invalid_request', `${field}: ${issue?.message ?? 'is not valid'}`);
}
