import { orderColumns } from '#server/orders/order-columns.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isBeingCaptured } from '#server/orders/order-state/attempt-state.ts';
import {
  competingOrders,
  isOpenPage,
  lockAttempts,
} from '#server/orders/order-state/competing-orders.ts';
import { goesWhereItWasPricedFor } from '#server/orders/order-state/priced-destination.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { mayKeepCode, releaseCodeOfEnded } from '#server/orders/order-state/spend-code.ts';
import { releaseStockOfEnded, takeStockAgain } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import { closePage } from './close-page.ts';

export type CaptureClaim =
  | 'clear'
  | 'paid'
  | 'busy'
  | 'unavailable'
  | 'sold_out'
  | 'code_spent'
  | 'moved'
  | 'cancelled';

/**
 * Decides whether an approved payment may be captured: not when the shopper has already paid for
 * the same products or the order was cancelled, not while another attempt is being captured, and
 * not when the destination would change the price. First closes open card pages for the same
 * products, which also reads their state: a payment made there may not have reached us yet.
 */
export async function claimCapture(
  context: OrderContext,
  orderId: string,
  approved: ProviderPayment,
): Promise<CaptureClaim> {
  const { db, now } = context;
  const rules = await context.sellingRules();
  const order = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const closed = new Set<string>();
  for (let look = 0; look < mostLooks; look++) {
    const cards = await closeCardPages(context, orderId, closed);
    if (cards !== 'closed') return cards;
    const claim = await db.transaction().execute(async (tx) => {
      const { competing: others } = await lockAttempts(tx, orderId);
      if (others.some(hasArrived)) return 'paid';
      if (others.some((other) => isBeingCaptured(other, now()))) return 'busy';
      const isNew = (one: ShopperOrder) => isOpenPage(context, one) && !closed.has(one.id);
      if (others.some(isNew)) return 'again';
      if (await isCancelled(tx, orderId)) return 'cancelled';
      const isEnded = order.payment_status !== 'pending';
      if (isEnded && !(await takeStockAgain(tx, orderId))) return 'sold_out';
      if (!goesWhereItWasPricedFor(rules, order, approved.destination)) return 'moved';
      if (!(await mayKeepCode(tx, order, approved.customer.email))) return 'code_spent';
      await setClaim(tx, orderId, now());
      return 'clear';
    });
    if (claim !== 'again') return claim;
  }
  return 'unavailable';
}

/** Repeated, because another tab may have opened a card page meanwhile. */
const mostLooks = 3;

/**
 * `paid` also when a bank has yet to say; `unavailable` when one could not be closed, and so may be
 * paid at this moment. Adds to `closed` what need not be closed again.
 */
async function closeCardPages(
  context: OrderContext,
  orderId: string,
  closed: Set<string>,
): Promise<'closed' | 'paid' | 'unavailable'> {
  for (const other of await competingOrders(context.db, orderId)) {
    if (!isOpenPage(context, other) || closed.has(other.id)) continue;
    const answer = await closePage(context, other.provider, other.reference);
    if (answer.kind === 'unavailable') return 'unavailable';
    if (answer.kind === 'settled' && answer.underWay) return 'paid';
    closed.add(other.id);
  }
  return 'closed';
}

async function isCancelled(tx: Tables, orderId: string): Promise<boolean> {
  const { status } = await tx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return status === 'cancelled';
}

/** Ends the claim. If nothing was captured, another attempt may be. */
export async function releaseCapture({ db }: OrderContext, orderId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await setClaim(tx, orderId, null);
    await releaseStockOfEnded(tx, orderId);
    await releaseCodeOfEnded(tx, orderId);
  });
}

function setClaim(db: OrderContext['db'], orderId: string, at: Date | null): Promise<unknown> {
  return db
    .updateTable('private.checkout_attempts')
    .set({ capture_claimed_at: at })
    .where('order_id', '=', orderId)
    .execute();
}
