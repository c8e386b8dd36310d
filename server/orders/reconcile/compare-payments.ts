import { orderNumber } from '#domain/order.ts';
import type { OrderAlertKind } from '#emails/order-alert.ts';
import { readComparedSince, recordComparison } from '#server/backups/restored-shop.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import { syncRefunds } from '#server/orders/refunds/sync-refunds.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { reportUndecidedOff, rereadUndecided } from './reread-undecided.ts';
import { type RunReport, reportingFailure, withRunReport } from './run-report.ts';

const dayMs = 24 * 60 * 60_000;
/** Two days, so that a missed run loses nothing. */
const lookBackMs = 2 * dayMs;
/** Anything created within this time may exist on one side only. */
const refundGraceMs = 10 * 60_000;
/** Clocks may differ, so list more than is compared. */
const clockSkewMs = 60 * 60_000;

/**
 * Compares both ways, once a day: payments, refunds and disputes that only the provider lists are
 * synced; those that only we have are reported to the team. Undecided refunds and disputes are read
 * again, whatever their age. The run's report is stored. After a restore, the comparison goes back
 * to the time of the backup.
 */
export function comparePayments(context: OrderContext, signal?: AbortSignal): Promise<void> {
  return withRunReport(context, 'compare', async (report) => {
    const restoredFrom = await readComparedSince(context.db);
    const period = periodOf(context, restoredFrom);
    let isWhole = true;
    for (const provider of Object.values(context.providers)) {
      if (signal?.aborted) return;
      const taken = await compareTaken(context, provider, period, report, signal);
      const reversed = await compareReversed(context, provider, period, report, signal);
      isWhole &&= taken && reversed;
      await rereadUndecided(context, provider, report, signal);
    }
    await reportUndecidedOff(context, report);
    if (restoredFrom && isWhole && !signal?.aborted) await recordComparison(context.db);
  });
}

interface Period {
  since: Date;
  until: Date;
  /** From when on the provider's list is requested, somewhat before `since`. */
  listedSince: Date;
}

function periodOf({ now }: OrderContext, restoredFrom: Date | null): Period {
  const time = now().getTime();
  const since = Math.min(time - lookBackMs, restoredFrom?.getTime() ?? time);
  return {
    since: new Date(since),
    until: new Date(time - refundGraceMs),
    listedSince: new Date(since - clockSkewMs),
  };
}

/** False if the provider couldn't be asked, in general or about one payment. */
async function compareTaken(
  context: OrderContext,
  provider: PaymentProvider,
  { since, until, listedSince }: Period,
  report: RunReport,
  signal?: AbortSignal,
): Promise<boolean> {
  const listed = await provider.listPaid(listedSince);
  if (listed.kind !== 'paid_list') return unreadable(context, provider, report, listed.detail);
  let isWhole = true;
  for (const { reference, orderId } of listed.payments) {
    if (signal?.aborted) return false;
    if (orderId === null) continue;
    report.count('payments_compared');
    const of = { provider: provider.name, order_id: orderId };
    const isDone = await reportingFailure(context, report, of, async () => {
      const settled = await syncOrderPayment(context, provider.name, reference);
      if (settled.kind === 'settled' && settled.changed) {
        report.find({
          kind: 'settled_late',
          provider: provider.name,
          order_id: settled.orderId,
          detail: `${reference} was paid, but no webhook announced it.`,
        });
      }
      if (settled.kind === 'order_unknown' && !settled.foreign) {
        report.find({
          kind: 'order_missing',
          provider: provider.name,
          detail: `${reference} was paid for order ${orderNumber(orderId)}, which is not in the shop: refund it there, or send what it says.`,
        });
      }
    });
    isWhole &&= isDone;
  }
  const references = new Set(listed.payments.map((payment) => payment.reference));
  const column = referenceColumn[provider.name];
  const paid = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('payment_status', '=', 'paid')
    .where(column, 'is not', null)
    .where('created_at', '>', since)
    .where('paid_at', '<', until)
    .execute();
  for (const order of paid) {
    report.count('orders_compared');
    const reference = order[column] ?? '';
    if (references.has(reference)) continue;
    await tell(context, provider.name, order, 'unconfirmed_payment', reference, report);
  }
  return isWhole;
}

/** False if the provider couldn't be asked, in general or about one payment. */
async function compareReversed(
  context: OrderContext,
  provider: PaymentProvider,
  { since, until, listedSince }: Period,
  report: RunReport,
  signal?: AbortSignal,
): Promise<boolean> {
  const listed = await provider.listReversed(listedSince);
  if (listed.kind !== 'reversed_list') return unreadable(context, provider, report, listed.detail);
  let isWhole = true;
  for (const reference of listed.paymentReferences) {
    if (signal?.aborted) return false;
    report.count('reversed_payments_compared');
    const isDone = await reportingFailure(
      context,
      report,
      { provider: provider.name },
      async () => {
        await syncRefunds(context, provider.name, reference);
      },
    );
    isWhole &&= isDone;
  }
  const refunds = await context.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.reference', 'r.order_id', 'p.reference as payment_reference'])
    .where('r.provider', '=', provider.name)
    .where('r.state', 'in', ['pending', 'succeeded'])
    .where('r.created_at', '>', since)
    .where('r.created_at', '<', until)
    .execute();
  const references = new Set(listed.paymentReferences);
  for (const refund of refunds) {
    report.count('refunds_compared');
    if (references.has(refund.payment_reference)) continue;
    const order = await context.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', refund.order_id)
      .executeTakeFirstOrThrow();
    const reference = refund.reference ?? '';
    await tell(context, provider.name, order, 'unconfirmed_refund', reference, report);
  }
  return isWhole;
}

async function tell(
  context: OrderContext,
  provider: PaymentProviderName,
  order: OrderRow,
  kind: Extract<OrderAlertKind, 'unconfirmed_payment' | 'unconfirmed_refund'>,
  reference: string,
  report: RunReport,
): Promise<void> {
  const detail = `Looked for ${reference}.`;
  context.log.error({ orderId: order.id, provider, kind }, 'The provider does not list it.');
  report.find({ kind, provider, order_id: order.id, detail });
  await queueAlert(context.db, order, kind, detail, await loadOrderEmails(context));
}

function unreadable(
  context: OrderContext,
  provider: PaymentProvider,
  report: RunReport,
  detail: string,
): false {
  context.log.warn({ provider: provider.name, detail }, 'Payments not compared.');
  report.find({ kind: 'provider_unreadable', provider: provider.name, detail });
  return false;
}
