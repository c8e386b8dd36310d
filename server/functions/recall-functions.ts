import { z } from 'zod';
import { announceRecall } from '#server/authenticity/recalls/announce-recall.ts';
import {
  acknowledge,
  readProgress,
  writeRecallList,
} from '#server/authenticity/recalls/follow-recall.ts';
import { previewRecall } from '#server/authenticity/recalls/preview-recall.ts';
import { invalid } from './batch-functions.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

const recall = z.object({ recallId: z.uuid() });
const announcement = recall.extend({
  seen: z
    .object({
      reason: z.string().max(20_000),
      instructions: z.string().max(20_000),
      batchIds: z.array(z.uuid()).max(1000),
    })
    .optional(),
});
const choice = z.union([recall, z.object({ batchIds: z.array(z.uuid()).min(1).max(100) })]);
const link = z.object({ token: z.string().max(200) });
const unknown = 'This recall does not exist.';
const overtaken = 'Someone else has changed this recall. Look at it again before you send it.';

type RecallDeps = Pick<FunctionDeps, 'context' | 'authenticity' | 'runJob'>;

/** `{recallId}` or `{batchIds}` → `{batches, orders, addresses, withoutAddress}`. */
export function previewRecallFunction({ authenticity }: RecallDeps): FunctionHandler {
  return async (c, body) => {
    const read = choice.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const preview = await previewRecall(authenticity.db, read.data);
    return preview ? c.json(preview) : fail(c, 'recall_not_found', unknown);
  };
}

/**
 * `{recallId, seen?}` → `{progress}`: announces the recall and starts sending; called again,
 * continues. With `seen`, only if it still says what its sender saw.
 */
export function sendRecallFunction({ context, authenticity, runJob }: RecallDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = announcement.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { recallId, seen } = read.data;
    const announced = await announceRecall(authenticity, recallId, userId, seen);
    if (announced.kind === 'recall_not_found') return fail(c, 'recall_not_found', unknown);
    if (announced.kind === 'recall_changed') return fail(c, 'recall_changed', overtaken);
    if (announced.kind === 'wrong_status') return fail(c, 'wrong_status', announced.message);
    runJob('recalls').catch((error) =>
      context.log.error({ err: error }, 'A recall is being sent later than it could be.'),
    );
    return c.json({ progress: await readProgress(authenticity.db, recallId) });
  };
}

/** `{recallId}` → `{progress}`. */
export function recallProgressFunction({ authenticity }: RecallDeps): FunctionHandler {
  return async (c, body) => {
    const read = recall.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const progress = await readProgress(authenticity.db, read.data.recallId);
    return progress ? c.json({ progress }) : fail(c, 'recall_not_found', unknown);
  };
}

/** `{recallId}` → `{name, csv}`. */
export function recallListFunction({ authenticity }: RecallDeps): FunctionHandler {
  return async (c, body) => {
    const read = recall.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { recallId } = read.data;
    if (!(await readProgress(authenticity.db, recallId))) {
      return fail(c, 'recall_not_found', unknown);
    }
    const csv = await writeRecallList(authenticity.db, recallId);
    return c.json({ name: `recall-${recallId.slice(0, 8)}.csv`, csv });
  };
}

/** `{token}` of an emailed link → `{acknowledged: true}`. */
export function acknowledgeRecallFunction({ authenticity }: RecallDeps): FunctionHandler {
  return async (c, body) => {
    const read = link.safeParse(body);
    const acknowledged = read.success && (await acknowledge(authenticity, read.data.token));
    if (!acknowledged) return fail(c, 'recall_not_found', 'This link is no longer valid.');
    return c.json({ acknowledged: true });
  };
}
