import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import {
  hasArrived,
  isBeingCaptured,
  isCaptureUnclear,
  isUnderWay,
} from '#server/orders/order-state/attempt-state.ts';
import {
  competingOrders,
  isOpenPage,
  lockAttempts,
} from '#server/orders/order-state/competing-orders.ts';
import { isPricedForDestination } from '#server/orders/order-state/priced-destination.ts';
import { recheckDiscount } from '#server/orders/order-state/redeem-discount.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { holdStockAgain, releaseStockOfEnded } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import { closePaymentPage } from './close-payment-page.ts';
import { resolveUnclearCapture } from './resolve-unclear-capture.ts';

export type CaptureClaim =
  | { kind: 'clear'; claimedAt: Date }
  | {
      kind:
        | 'paid'
        /** Ended because another attempt for the same products was paid. */
        | 'superseded'
        | 'busy'
        | 'unavailable'
        | 'sold_out'
        | 'code_spent'
        | 'moved'
        | 'cancelled';
    };

/**
 * Decides whether an approved payment may be captured. Not if the shopper has already paid for the
 * same products (even if that money is still in transit), the order was canceled or superseded,
 * another attempt is being captured, or the destination would change the price. First closes open
 * card pages for the same products, which also reads their state, since a payment made there may
 * not have reached us yet. Captures of other attempts with unknown outcome are read as well.
 */
export async function claimCapture(
  context: OrderContext,
  orderId: string,
  approved: ProviderPayment,
): Promise<CaptureClaim> {
  const { db, now } = context;
  const rules = await context.sellingRules();
  const closed = new Set<string>();
  for (let look = 0; look < maxLooks; look++) {
    const others = await lookAtOthers(context, orderId, closed);
    if (others !== 'clear') return { kind: others };
    const kind = await db.transaction().execute(async (tx) => {
      // Locks the order before its attempt, as recording a payment does.
      const order = await lockOrder(tx, orderId);
      if (!order) throw new Error('An order that is being paid is gone.');
      const { competing, superseded } = await lockAttempts(tx, orderId);
      if (competing.some((other) => hasArrived(other) || isUnderWay(other))) return 'paid';
      if (competing.some((other) => isBeingCaptured(other, now()))) return 'busy';
      if (superseded) return 'superseded';
      const isNew = (one: ShopperOrder) =>
        isCaptureUnclear(one, now()) || (isOpenPage(context, one) && !closed.has(one.id));
      if (competing.some(isNew)) return 'again';
      if (order.status === 'cancelled') return 'cancelled';
      if (!isPricedForDestination(rules, order, approved.destination)) return 'moved';
      if (!(await holdStockAgain(tx, orderId))) return 'sold_out';
      if (!(await recheckDiscount(tx, order, approved.customer.email))) {
        await releaseStockOfEnded(tx, orderId);
        return 'code_spent';
      }
      return claim(tx, orderId, now());
    });
    if (kind instanceof Date) return { kind: 'clear', claimedAt: kind };
    if (kind !== 'again') return { kind };
  }
  return { kind: 'unavailable' };
}

/** Repeated, because another tab may have opened a card page meanwhile. */
const maxLooks = 3;

/**
 * `paid` includes payments that a bank has yet to confirm; `unavailable` means that one couldn't be
 * closed or asked, and so may be getting paid right now. Adds to `closed` what needn't be closed
 * again.
 */
async function lookAtOthers(
  context: OrderContext,
  orderId: string,
  closed: Set<string>,
): Promise<'clear' | 'paid' | 'unavailable'> {
  for (const other of await competingOrders(context.db, orderId)) {
    if (isCaptureUnclear(other, context.now())) {
      // Its result is recorded, and read once the attempts are locked.
      const read = await resolveUnclearCapture(context, other);
      if (read.kind === 'unavailable') return 'unavailable';
      continue;
    }
    if (!isOpenPage(context, other) || closed.has(other.id)) continue;
    const answer = await closePaymentPage(context, other.provider, other.reference);
    if (answer.kind === 'unavailable') return 'unavailable';
    if (answer.kind === 'settled' && answer.underWay) return 'paid';
    closed.add(other.id);
  }
  return 'clear';
}

async function claim(tx: Tables, orderId: string, at: Date): Promise<Date> {
  await tx
    .updateTable('private.checkout_attempts')
    .set({ capture_claimed_at: at })
    .where('order_id', '=', orderId)
    .execute();
  return at;
}
