import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type { RunKind } from './read-runs.ts';

/** Something that the owner should look at. */
export interface RunFinding {
  kind:
    | 'event_unfinished'
    | 'order_missing'
    | 'order_unreadable'
    | 'provider_off'
    | 'provider_unreadable'
    | 'settled_late'
    | 'unconfirmed_payment'
    | 'unconfirmed_refund'
    | 'webhooks_silent'
    | 'mail_given_up';
  provider?: PaymentProviderName;
  order_id?: string;
  detail: string;
}

/** What a run of the reconciler did and found, stored in `reconcile_runs`. */
export interface RunReport {
  count(what: string, by?: number): void;
  find(finding: RunFinding): void;
}

/** Limits the findings that are stored; the first ones say enough. */
const maxFindings = 200;

/**
 * Handles one order or payment of many: if its work throws, that is reported and doesn't stop the
 * others. Returns whether the work was done.
 */
export async function reportingFailure(
  context: Pick<OrderContext, 'log'>,
  report: RunReport,
  of: Pick<RunFinding, 'provider' | 'order_id'>,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    context.log.error({ err: error, ...of }, 'An order could not be reconciled.');
    const detail = error instanceof Error ? error.name : 'unknown';
    report.find({ kind: 'order_unreadable', ...of, detail });
    return false;
  }
}

/** Runs the reconciler and stores its report, even if the run fails. */
export async function withRunReport(
  context: Pick<OrderContext, 'db' | 'now'>,
  kind: RunKind,
  work: (report: RunReport) => Promise<void>,
): Promise<void> {
  const startedAt = context.now();
  const counts: Record<string, number> = {};
  const findings: RunFinding[] = [];
  const report: RunReport = {
    count(what, by = 1) {
      counts[what] = (counts[what] ?? 0) + by;
    },
    find(finding) {
      if (findings.length < maxFindings) findings.push(finding);
    },
  };
  let error: unknown = null;
  try {
    await work(report);
  } catch (thrown) {
    error = thrown;
  }
  const saved = context.db
    .insertInto('reconcile_runs')
    .values({
      kind,
      started_at: startedAt,
      finished_at: context.now(),
      counts: JSON.stringify(counts),
      findings: JSON.stringify(findings),
      error: error === null ? null : error instanceof Error ? error.name : 'unknown',
    })
    .execute();
  if (error === null) await saved;
  else {
    await saved.catch(() => {});
    throw error;
  }
}
