import type { ReconcileRun } from '#server/orders/reconcile/read-runs.ts';

/** Text for people: one line per run and one per finding. */
export function describeRuns(runs: readonly ReconcileRun[]): string {
  return `${runs.map(describeRun).join('\n')}\n`;
}

function describeRun({ kind, started_at, finished_at, counts, findings, error }: ReconcileRun) {
  const took = new Date(finished_at).getTime() - new Date(started_at).getTime();
  const done = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  return [
    `${kind}: ${error ? `failed (${error})` : 'done'} in ${took} ms; ${done.join(', ') || 'nothing to do'}`,
    ...findings.map(({ kind: what, provider, order_id, detail }) =>
      [`  ${what}`, provider, order_id && `order ${order_id}`, detail].filter(Boolean).join(': '),
    ),
  ].join('\n');
}
