import type { PaymentStatus } from '#domain/order.ts';
import type { ReferenceColumn } from '#domain/payment-method.ts';
import { checkoutGraceMs, lifetimeOf } from '#server/orders/checkout/checkout-lifetime.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import { moneyMayCome } from '#server/orders/order-state/record-expected-payment.ts';
import { isUnpaid, unpaidStatuses } from '#server/orders/order-state/unpaid-status.ts';
import { closeCompetingPaymentPages } from '#server/orders/payment-sync/close-competing-payment-pages.ts';
import { closePaymentPage } from '#server/orders/payment-sync/close-payment-page.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import {
  type SyncedPayment,
  syncOrderPayment,
} from '#server/orders/payment-sync/sync-order-payment.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { endSwitchedOff } from './end-switched-off.ts';
import { type RunReport, reportingFailure } from './run-report.ts';

/** Younger orders are still being paid, and their webhook arrives within seconds. */
const refundGraceMs = 10 * 60_000;
const pageSize = 100;
/**
 * The longest that PayPal holds money. Keeps the many orders of years ago from being read every
 * time.
 */
const longestHoldMs = 180 * 24 * 60 * 60_000;

interface PendingOrder extends Record<ReferenceColumn, string | null> {
  id: string;
  provider: string;
  superseded_at: Date | null;
  holds_stock: boolean;
  money_under_way_at: Date | null;
  capture_claimed_at: Date | null;
  created_at: Date;
}

/**
 * Syncs every pending order, and ends those that weren't paid in time or whose provider is turned
 * off.
 */
export async function rereadOrders(
  context: OrderContext,
  report: RunReport,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(context.now().getTime() - refundGraceMs);
  let last: PendingOrder | undefined;
  do {
    const orders: PendingOrder[] = await pendingOrders(context, before, last);
    for (const order of orders) {
      // While the provider hangs, each order takes long, and a shop that is shutting down has
      // little time.
      if (signal?.aborted) return;
      const of = { provider: order.provider as PaymentProviderName, order_id: order.id };
      await reportingFailure(context, report, of, () => rereadOrder(context, order, report));
    }
    last = orders.length === pageSize ? orders.at(-1) : undefined;
  } while (last);
}

/**
 * Oldest first, in pages; includes orders that have ended although money was or may have been sent
 * for them.
 */
function pendingOrders(
  { db, now }: OrderContext,
  before: Date,
  after: PendingOrder | undefined,
): Promise<PendingOrder[]> {
  return db
    .selectFrom('orders as o')
    .innerJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select(['o.id', 'o.created_at', ...referenceColumns])
    .select(['attempt.provider', 'attempt.superseded_at', 'attempt.holds_stock'])
    .select(['attempt.money_under_way_at', 'attempt.capture_claimed_at'])
    .where((where) =>
      where.or([
        where('o.payment_status', '=', 'pending'),
        where.and([
          where('o.payment_status', 'in', unpaidStatuses),
          where('o.created_at', '>', new Date(now().getTime() - longestHoldMs)),
          moneyMayCome,
        ]),
      ]),
    )
    .where('o.created_at', '<=', before)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('o.created_at', 'o.id'),
          '>',
          tuple(after?.created_at ?? before, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(pageSize)
    .execute();
}

async function rereadOrder(
  context: OrderContext,
  order: PendingOrder,
  report: RunReport,
): Promise<void> {
  const name = order.provider as PaymentProviderName;
  const reference = order[referenceColumn[name]];
  const provider = context.providers[name];
  if (!provider) {
    return endSwitchedOff(context, { ...order, provider: name, reference }, report);
  }
  report.count('orders_read');
  const answer =
    reference === null
      ? await findLost(context, provider, order)
      : order.superseded_at && provider.close
        ? await closeSuperseded(context, name, reference)
        : await syncOrderPayment(context, name, reference);
  if (answer.kind === 'unavailable') {
    report.count('orders_unreadable');
    context.log.warn({ orderId: order.id, provider: name }, 'An order could not be re-read.');
    return;
  }
  if (answer.kind === 'settled' && answer.paymentStatus !== 'pending') {
    if (!answer.underWay) report.count(`orders_${answer.paymentStatus}`);
    return;
  }
  if (isAbandoned(context, order, answer)) {
    const ended = await context.db
      .transaction()
      .execute((tx) => endOrder(tx, order.id, 'expired' satisfies PaymentStatus));
    if (ended) report.count('orders_expired');
    else if (answer.kind === 'not_found' && order.money_under_way_at) {
      report.find({
        kind: 'order_unreadable',
        provider: name,
        order_id: order.id,
        detail: `${name} no longer knows this order, for which it held money: ask there what became of it`,
      });
    }
  }
}

/**
 * Its time is up and no payment is in progress. If the provider can't close pages, its page may
 * still be open; a payment that arrives anyway makes the order paid, with an alert.
 */
function isAbandoned(
  { now }: OrderContext,
  { created_at, holds_stock: holdsStock }: PendingOrder,
  answer: SyncedPayment,
): boolean {
  const open = lifetimeOf({ holdsStock }).openMs + checkoutGraceMs;
  if (now().getTime() - created_at.getTime() <= open) return false;
  return answer.kind === 'not_found' || (answer.kind === 'settled' && !answer.underWay);
}

/** Finishes closing a page that was superseded by a newer one, after an interruption. */
async function closeSuperseded(
  context: OrderContext,
  name: PaymentProviderName,
  reference: string,
): Promise<SyncedPayment> {
  const closed = await closePaymentPage(context, name, reference);
  if (closed.kind === 'settled' && (closed.underWay || !isUnpaid(closed.paymentStatus))) {
    await closeCompetingPaymentPages(context, closed.orderId);
  }
  return closed;
}

/** The response to opening its page never arrived, so the order doesn't know its reference. */
async function findLost(
  context: OrderContext,
  provider: PaymentProvider,
  order: PendingOrder,
): Promise<SyncedPayment> {
  const answer = await provider.find({ orderId: order.id, createdAt: order.created_at });
  switch (answer.kind) {
    case 'found': {
      const recorded = await recordPayment(context, provider.name, answer.reported);
      if (recorded.kind !== 'settled') return recorded;
      if (!recorded.changed)
        return syncOrderPayment(context, provider.name, answer.reported.reference);
      await closeCompetingPaymentPages(context, recorded.orderId, recorded.others);
      return recorded;
    }
    case 'not_found':
      return answer;
    default:
      return { kind: 'unavailable', detail: answer.detail };
  }
}
