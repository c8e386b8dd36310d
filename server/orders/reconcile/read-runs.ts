import type { Tables } from '#server/orders/tables.ts';
import type { RunFinding } from './run-report.ts';

/** Named like the jobs, in the order in which they run together. */
export const runKinds = ['reconcile', 'compare'] as const;
export type RunKind = (typeof runKinds)[number];

/** A row of `reconcile_runs`. */
export interface ReconcileRun {
  kind: RunKind;
  /** On the wire, an ISO 8601 string. */
  started_at: Date;
  finished_at: Date;
  counts: Record<string, number>;
  findings: RunFinding[];
  error: string | null;
}

/** The latest report of each kind. */
export async function readRuns(db: Tables): Promise<ReconcileRun[]> {
  const runs = await db
    .selectFrom('reconcile_runs')
    .select(['kind', 'started_at', 'finished_at', 'counts', 'findings', 'error'])
    .distinctOn('kind')
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute();
  return (runs as unknown as ReconcileRun[]).sort(
    (a, b) => runKinds.indexOf(a.kind) - runKinds.indexOf(b.kind),
  );
}
