import { confirmRestore } from '#server/backups/restored-shop.ts';
import { readRuns } from '#server/orders/reconcile/read-runs.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { runReconciler } from './reconcile.ts';

/**
 * `{}` → `{runs}`: resumes emails and jobs in a restored shop, compares payments since the backup
 * with the payment services, and returns the findings. Without a restored backup it changes
 * nothing.
 */
export function confirmRestoreFunction({ context, runJob }: FunctionDeps): FunctionHandler {
  return async (c) => {
    await confirmRestore(context.db);
    await runReconciler(context, runJob);
    return c.json({ runs: await readRuns(context.db) });
  };
}
