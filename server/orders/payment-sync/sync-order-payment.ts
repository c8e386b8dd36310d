import type { Destination } from '#domain/delivery.ts';
import type { PaymentStatus } from '#domain/order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isCaptureUnclear } from '#server/orders/order-state/attempt-state.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { readReference } from '#server/orders/read-reference.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { type CaptureClaim, claimCapture } from './claim-capture.ts';
import { closeCompetingPaymentPages } from './close-competing-payment-pages.ts';
import { closePaymentPage } from './close-payment-page.ts';
import { recordPayment } from './record-payment.ts';
import { releaseCaptureClaim } from './release-capture-claim.ts';

export type SyncedPayment =
  /**
   * The order's current state; `changed` only for the one call that changed it. `underWay`: the
   * customer has paid, but the bank has yet to confirm.
   */
  | {
      kind: 'settled';
      orderId: string;
      paymentStatus: PaymentStatus;
      changed: boolean;
      underWay: boolean;
      /** The bank declined the last attempt; the page is still open for another. */
      declined?: boolean | undefined;
      /** Not captured: the customer has paid for the same products with another order. */
      alreadyPaid?: boolean;
      /** Not captured: the order had ended, and somebody else has bought the last one. */
      outOfStock?: boolean;
      /** Not captured: its discount code is used up. */
      codeSpent?: boolean;
      /** Not captured: it would cost a different amount there. */
      movedTo?: Destination | null;
      /** The page of another attempt for the same products couldn't be closed yet. */
      otherOpen?: boolean;
      /** The shopper's other orders for the same products, as read while recording the payment. */
      others?: readonly ShopperOrder[] | undefined;
    }
  /** Known to the provider but not to us: not ours, or not yet. */
  | { kind: 'order_unknown'; foreign: boolean }
  /** The provider doesn't know it. */
  | { kind: 'not_found' }
  | { kind: 'unavailable'; detail: string };

/**
 * The only way for a payment at a provider to change an order. Callers (webhook, success page,
 * reconciler) only trigger it: the state is read from the provider, outside any transaction, and
 * applied once. With `onlyKnown`, the provider isn't asked about a reference that no order has.
 * `mayAsk` is called only if it would be asked; after a no, the order is as it is stored.
 */
export async function syncOrderPayment(
  context: OrderContext,
  providerName: PaymentProviderName,
  reference: string,
  { onlyKnown = false, mayAsk }: { onlyKnown?: boolean; mayAsk?: () => Promise<boolean> } = {},
): Promise<SyncedPayment> {
  const provider = context.providers[providerName];
  if (!provider) return { kind: 'unavailable', detail: `${providerName} is not configured` };
  const order = await context.db
    .selectFrom('orders as o')
    .leftJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select([
      'o.id',
      'o.payment_status as paymentStatus',
      'attempt.capture_claimed_at as captureClaimedAt',
    ])
    .where(`o.${referenceColumn[providerName]}`, '=', reference)
    .executeTakeFirst();
  if (!order && onlyKnown) return { kind: 'order_unknown', foreign: false };
  const asStored = order && {
    ...{ kind: 'settled' as const, orderId: order.id, paymentStatus: order.paymentStatus },
    ...{ changed: false, underWay: false },
  };
  // An order in review may have been paid through another page: then its own has yet to be read.
  if (asStored && !isUnpaid(order.paymentStatus) && order.paymentStatus !== 'review') {
    const otherOpen = hasArrived(order) && !(await closeCompetingPaymentPages(context, order.id));
    return { ...asStored, otherOpen };
  }
  if (asStored && mayAsk && !(await mayAsk())) return asStored;
  // An earlier capture with unknown outcome; the provider's answer below says how it ended.
  const unclear = order && isCaptureUnclear(order, context.now()) ? order : null;
  const releaseUnclear = async () => {
    if (unclear) await releaseCaptureClaim(context, unclear.id, unclear.captureClaimedAt);
  };
  let claim: CaptureClaim | null = null;
  let approved: ProviderPayment | null = null;
  const mayCapture = async (reported: ProviderPayment) => {
    approved = reported;
    await releaseUnclear();
    if (order && isUnpaid(order.paymentStatus)) {
      claim = await claimCapture(context, order.id, reported);
    }
    return claim?.kind === 'clear';
  };
  const answer = await provider.readOrCapture(reference, mayCapture);
  const clear = claim as CaptureClaim | null;
  const claimed = clear?.kind;
  if (order && claimed === 'paid') {
    return { ...(await endUncaptured(context, order.id, { forGood: true })), alreadyPaid: true };
  }
  if (order && (claimed === 'cancelled' || claimed === 'superseded')) {
    return endUncaptured(context, order.id);
  }
  if (order && claimed === 'code_spent') {
    return { ...(await endUncaptured(context, order.id)), codeSpent: true };
  }
  if (order && claimed === 'moved') {
    const movedTo = (approved as ProviderPayment | null)?.destination ?? null;
    return { ...(await endUncaptured(context, order.id)), movedTo };
  }
  if (order && claimed === 'sold_out') {
    return { ...(await endUncaptured(context, order.id)), outOfStock: true };
  }
  if (claimed === 'busy') {
    return { kind: 'unavailable', detail: 'another payment for this cart is being captured' };
  }
  if (claimed === 'unavailable') {
    return {
      kind: 'unavailable',
      detail: 'another payment page for this cart could not be closed',
    };
  }
  switch (answer.kind) {
    case 'found': {
      const { state } = answer.reported;
      if (state !== 'paid' && state !== 'processing') await releaseUnclear();
      const settled = await recordPayment(context, providerName, answer.reported);
      if (settled.kind !== 'settled') return settled;
      // The order has only just learned its reference, so check again whether to capture.
      if (!order && approved && (await isKnown(context, providerName, reference))) {
        return syncOrderPayment(context, providerName, reference);
      }
      const paid = !isUnpaid(settled.paymentStatus);
      if (clear?.kind === 'clear' && !paid) {
        await releaseCaptureClaim(context, settled.orderId, clear.claimedAt);
      }
      if (!paid && !settled.underWay) return settled;
      const closed = [
        await closeCompetingPaymentPages(context, settled.orderId, settled.others),
        order !== undefined ||
          (await closeOwnPage(context, providerName, settled.orderId, reference)),
      ];
      return { ...settled, otherOpen: closed.includes(false) };
    }
    case 'not_found':
      await releaseUnclear();
      if (order && clear?.kind === 'clear')
        await releaseCaptureClaim(context, order.id, clear.claimedAt);
      return answer;
    default:
      return { kind: 'unavailable', detail: answer.detail };
  }
}

/**
 * Closes the page that an order knows, once it was paid through another one; nobody reads it once
 * the other payment is accepted or refunded. False if it may still be paid.
 */
async function closeOwnPage(
  context: OrderContext,
  provider: PaymentProviderName,
  orderId: string,
  paidReference: string,
): Promise<boolean> {
  const reference = await readReference(context.db, provider, orderId);
  if (!reference || reference === paidReference || !context.providers[provider]?.close) return true;
  return (await closePaymentPage(context, provider, reference)).kind !== 'unavailable';
}

async function isKnown(
  { db }: OrderContext,
  provider: PaymentProviderName,
  reference: string,
): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where(referenceColumn[provider], '=', reference)
    .executeTakeFirst();
  return order !== undefined;
}

/** The approval is not used and expires at the provider. */
async function endUncaptured(context: OrderContext, orderId: string, { forGood = false } = {}) {
  const changed = await context.db
    .transaction()
    .execute((tx) => endOrder(tx, orderId, 'expired', { forGood }));
  return { ...endedUnpaid(orderId), changed };
}

function endedUnpaid(orderId: string) {
  return {
    kind: 'settled',
    orderId,
    paymentStatus: 'expired',
    changed: false,
    underWay: false,
  } as const;
}
