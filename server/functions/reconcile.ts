import type { Job } from '#server/jobs/job.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { type RunKind, readRuns, runKinds } from '#server/orders/reconcile/read-runs.ts';
import type { FunctionHandler } from './function-handler.ts';

/**
 * `{}` → `{runs}`, for admins and the secret key: runs the reconciler and the comparison now
 * instead of at their scheduled time, and returns their latest reports.
 */
export function reconcileFunction(
  context: OrderContext,
  runJob: (name: Job['name']) => Promise<void>,
): FunctionHandler {
  return async (c) => {
    await runReconciler(context, runJob);
    return c.json({ runs: await readRuns(context.db) });
  };
}

/** Runs both; failures are in their reports. */
export async function runReconciler(
  context: OrderContext,
  runJob: (name: Job['name']) => Promise<void>,
): Promise<void> {
  for (const kind of runKinds) await tryRun(context, runJob, kind);
}

/** The run's report says why it failed. */
async function tryRun(
  { log }: OrderContext,
  runJob: (name: Job['name']) => Promise<void>,
  kind: RunKind,
): Promise<void> {
  try {
    await runJob(kind);
  } catch (error) {
    log.error({ err: error, job: kind }, 'A job failed.');
  }
}
