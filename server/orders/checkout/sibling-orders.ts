import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import { isUnpaid } from '#server/orders/payment-sync/unpaid-status.ts';
import { isPaid, payAgainOf, type ShopperOrder, siblingsOf } from './shopper.ts';

/**
 * After a payment: the pages of the shopper's other attempts for the same products are closed, so
 * that the other tab cannot pay as well. What cannot be closed just now is left to the next look.
 */
export async function closeSiblings(context: OrderContext, orderId: string): Promise<void> {
  const { db, log } = context;
  try {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    for (const sibling of await siblingsOf(db, order)) {
      if (sibling.paymentStatus !== 'pending' || sibling.payAgain.includes(orderId)) continue;
      await close(context, sibling);
    }
  } catch (error) {
    // The payment itself is written; nothing of it depends on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
  }
}

async function close(context: OrderContext, sibling: ShopperOrder): Promise<void> {
  const { id, provider: name, reference } = sibling;
  const provider = context.providers[name];
  if (provider?.close) {
    const answer = reference === null ? undefined : await provider.close(reference);
    if (answer?.kind === 'found') await recordPayment(context, name, answer.truth);
    return;
  }
  // A wallet's page cannot be closed: what is approved there is not captured any more.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
}

/** So long may a capture take, both tries of it included. */
const captureTimeMs = 60_000;

/**
 * Asks, before an approved payment is captured, whether it still may be: not when the shopper has
 * paid for the same products otherwise, and not while another attempt is being captured.
 */
export async function claimCapture(
  { db, now }: OrderContext,
  orderId: string,
): Promise<'clear' | 'paid' | 'busy'> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if ((await siblingsOf(db, order)).length === 0) return 'clear';
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
    const since = now().getTime() - captureTimeMs;
    const busy = siblings.some(
      ({ captureClaimedAt, paymentStatus }) =>
        isUnpaid(paymentStatus) && (captureClaimedAt?.getTime() ?? 0) > since,
    );
    if (busy) return 'busy';
    await setClaim(tx, orderId, now());
    return 'clear';
  });
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
