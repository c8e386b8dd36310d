/**
 * `npm run reconcile`: runs the reconciler and the daily comparison once, now. A running shop does
 * it, because it holds the embedded database and the simulated providers; otherwise it is done
 * here.
 */
import './plain-errors.ts';
import { readConfig } from '#server/env.ts';
import type { ReconcileRun } from '#server/orders/reconcile/read-runs.ts';
import { describeRuns } from './reconcile/describe-runs.ts';
import { runHere } from './reconcile/run-here.ts';
import { callRunningShop } from './running-shop.ts';

const config = readConfig(process.env);
const answer = await callRunningShop(config, 'reconcile');
const runs = answer
  ? ((await answer.json()) as { runs: ReconcileRun[] }).runs
  : await runHere(config);
process.stdout.write(describeRuns(runs));
process.exit(runs.every((run) => run.error === null) ? 0 : 1);
