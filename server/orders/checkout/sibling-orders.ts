import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import {
  isBeingCaptured,
  isPaid,
  joinAttempts,
  ordersOfShopper,
  payAgainOf,
  type Shopper,
  type ShopperOrder,
  siblingsOf,
} from './shopper.ts';

/**
 * After a payment, also one that waits for the bank: the pages of the shopper's other attempts for
 * the same products are closed, so that the other tab cannot pay as well. False when one could not
 * be closed; every later look at the order tries again.
 */
export async function closeSiblings(context: OrderContext, orderId: string): Promise<boolean> {
  const { db, log } = context;
  try {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    let allClosed = true;
    for (const sibling of await siblingsOf(db, order)) {
      if (sibling.paymentStatus !== 'pending' || sibling.payAgain.includes(orderId)) continue;
      allClosed = (await close(context, sibling)) && allClosed;
    }
    return allClosed;
  } catch (error) {
    // The payment itself is written; nothing of it depends on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
    return false;
  }
}

/**
 * Makes one browser of the attempts that a request shows to be of one: two checkouts that began side
 * by side. What only then turns out to be paid closes the other pages.
 */
export async function joinCheckouts(
  context: OrderContext,
  shopper: Omit<Shopper, 'userId'>,
): Promise<void> {
  const { db, now } = context;
  // One alone joins nothing: most calls need no transaction.
  const shown = shopper.accessTokens.length + (shopper.browser ? 1 : 0);
  if (shown < 2) return;
  const { browser, joined } = await db.transaction().execute((tx) => joinAttempts(tx, shopper));
  if (!joined) return;
  const orders = await ordersOfShopper(db, { userId: null, accessTokens: [], browser }, now());
  for (const { id } of orders.filter(isPaid)) await closeSiblings(context, id);
}

async function close(context: OrderContext, sibling: ShopperOrder): Promise<boolean> {
  const { id, provider: name, reference } = sibling;
  const provider = context.providers[name];
  if (provider?.close) {
    if (reference === null) return true;
    const answer = await provider.close(reference);
    if (answer.kind === 'found') await recordPayment(context, name, answer.truth);
    return answer.kind === 'found' || answer.kind === 'not_found';
  }
  // A wallet's page cannot be closed: what is approved there is not captured any more.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  return true;
}

export type CaptureClaim = 'clear' | 'paid' | 'busy' | 'unavailable';

/**
 * Asks, before an approved payment is captured, whether it still may be: not when the shopper has
 * paid for the same products otherwise, and not while another attempt is being captured. Card pages
 * for them are closed first, and read by that: what is paid there has not reached us yet perhaps.
 */
export async function claimCapture(context: OrderContext, orderId: string): Promise<CaptureClaim> {
  const { db, now } = context;
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const known = await siblingsOf(db, order);
  if (known.length === 0) return 'clear';
  const cards = await closeCardPages(context, orderId, known);
  if (cards !== 'closed') return cards;
  return db.transaction().execute(async (tx) => {
    // Whoever claims for the same cart waits here for the other.
    const others = (await siblingsOf(tx, order)).map(({ id }) => id);
    await tx
      .selectFrom('private.checkout_attempts')
      .select('order_id')
      .where('order_id', 'in', [orderId, ...others])
      .orderBy('order_id')
      .forUpdate()
      .execute();
    const wanted = new Set(await payAgainOf(tx, orderId));
    const siblings = (await siblingsOf(tx, order)).filter(({ id }) => !wanted.has(id));
    if (siblings.some(isPaid)) return 'paid';
    if (siblings.some((sibling) => isBeingCaptured(sibling, now()))) return 'busy';
    await setClaim(tx, orderId, now());
    return 'clear';
  });
}

/**
 * `paid` also when a bank has yet to say; `unavailable` when one could not be closed, and so may be
 * paid at this moment.
 */
async function closeCardPages(
  context: OrderContext,
  orderId: string,
  siblings: readonly ShopperOrder[],
): Promise<'closed' | 'paid' | 'unavailable'> {
  const wanted = new Set(await payAgainOf(context.db, orderId));
  for (const { id, provider: name, reference, paymentStatus, payAgain } of siblings) {
    const provider = context.providers[name];
    const isOpen = reference !== null && paymentStatus === 'pending';
    if (!isOpen || !provider?.close || wanted.has(id) || payAgain.includes(orderId)) continue;
    const answer = await provider.close(reference);
    if (answer.kind === 'found') {
      await recordPayment(context, name, answer.truth);
      if (answer.truth.state === 'processing') return 'paid';
    } else if (answer.kind !== 'not_found') return 'unavailable';
  }
  return 'closed';
}

/** The capture is over; where it took nothing, another attempt may be captured. */
export function releaseCapture({ db }: OrderContext, orderId: string): Promise<unknown> {
  return setClaim(db, orderId, null);
}

function setClaim(db: OrderContext['db'], orderId: string, at: Date | null): Promise<unknown> {
  return db
    .updateTable('private.checkout_attempts')
    .set({ capture_claimed_at: at })
    .where('order_id', '=', orderId)
    .execute();
}
