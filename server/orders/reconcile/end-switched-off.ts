import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import { moneyMayCome } from '#server/orders/order-state/record-expected-payment.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type { RunReport } from './run-report.ts';

/** Long after its page has closed, and long enough to restore keys that were removed by mistake. */
const patienceMs = 24 * 60 * 60_000;

interface UnpaidOrder {
  id: string;
  provider: PaymentProviderName;
  /** The provider's id for it; null if its page was never seen. */
  reference: string | null;
  created_at: Date;
  money_under_way_at: Date | null;
  capture_claimed_at: Date | null;
}

/**
 * Handles an unpaid order whose provider's keys were removed. Unlike in an outage, no answer will
 * come, so it ends after a day, unless money may be in transit: only the provider knows what
 * happened to that.
 */
export async function endSwitchedOff(
  { db, now }: OrderContext,
  { id, provider, reference, ...order }: UnpaidOrder,
  report: RunReport,
): Promise<void> {
  if (order.money_under_way_at || order.capture_claimed_at) {
    report.find({
      kind: 'order_unreadable',
      provider,
      order_id: id,
      detail: `${provider} is switched off, and money may be under way for this order, which therefore keeps what it holds: give its keys again, so that the shop can ask what became of ${reference ?? 'it'}`,
    });
    return;
  }
  if (now().getTime() - order.created_at.getTime() <= patienceMs) return;
  const ended = await db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  if (ended) report.count('orders_expired');
}

/** Reports for each provider that is turned off how many orders are waiting to end. */
export async function reportSwitchedOff(
  { db, providers }: OrderContext,
  report: RunReport,
): Promise<void> {
  const waiting = await db
    .selectFrom('orders as o')
    .innerJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select(({ fn }) => ['attempt.provider', fn.countAll<string>().as('orders')])
    .where('o.payment_status', '=', 'pending')
    .where(({ not }) => not(moneyMayCome))
    .groupBy('attempt.provider')
    .orderBy('attempt.provider')
    .execute();
  for (const { provider: name, orders } of waiting) {
    const provider = name as PaymentProviderName;
    if (providers[provider]) continue;
    report.find({
      kind: 'provider_off',
      provider,
      detail: `${provider} is switched off, so it cannot be asked about ${Number(orders) === 1 ? '1 unpaid order' : `${orders} unpaid orders`}: each ends a day after it was placed, unless its keys are given again`,
    });
  }
}
