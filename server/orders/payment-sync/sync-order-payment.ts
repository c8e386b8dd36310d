import type { Destination } from '#domain/delivery.ts';
import type { PaymentStatus } from '#domain/order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived } from '#server/orders/order-state/attempt-state.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { type CaptureClaim, claimCapture, releaseCapture } from './claim-capture.ts';
import { closeCompetingPages } from './close-competing-pages.ts';
import { recordPayment } from './record-payment.ts';

export type SyncedPayment =
  /**
   * The order's state as it now is; `changed` only for the one call that changed it. `underWay`:
   * the customer has paid and the bank has yet to say.
   */
  | {
      kind: 'settled';
      orderId: string;
      paymentStatus: PaymentStatus;
      changed: boolean;
      underWay: boolean;
      /** The bank declined the last attempt; the page is still open for another. */
      declined?: boolean | undefined;
      /** Not captured: the customer has paid for the same products by another order. */
      alreadyPaid?: boolean;
      /** Not captured: it ended before, and somebody else has bought the last. */
      outOfStock?: boolean;
      /** Not captured: its discount code is used up. */
      codeSpent?: boolean;
      /** Not captured: it would cost something else there. */
      movedTo?: Destination | null;
      /** The page of another attempt for the same products could not be closed yet. */
      otherOpen?: boolean;
      /** The shopper's other orders for the same products, as recording the payment read them. */
      others?: readonly ShopperOrder[] | undefined;
    }
  /** Known to the provider but not to us: not ours, or not yet. */
  | { kind: 'order_unknown'; foreign: boolean }
  /** The provider does not know it. */
  | { kind: 'not_found' }
  | { kind: 'unavailable'; detail: string };

/**
 * The only way a payment at a provider changes an order. Callers (webhook, success page, reconciler) only trigger
 * it: the state is read from the provider, outside any transaction, and applied once.
 */
export async function syncOrderPayment(
  context: OrderContext,
  providerName: PaymentProviderName,
  reference: string,
): Promise<SyncedPayment> {
  const provider = context.providers[providerName];
  if (!provider) return { kind: 'unavailable', detail: `${providerName} is not configured` };
  const order = await context.db
    .selectFrom('orders')
    .select(['id', 'payment_status'])
    .where(referenceColumn[providerName], '=', reference)
    .executeTakeFirst();
  if (order && !isUnpaid(order.payment_status)) {
    const otherOpen =
      hasArrived({ paymentStatus: order.payment_status }) &&
      !(await closeCompetingPages(context, order.id));
    return {
      kind: 'settled',
      orderId: order.id,
      paymentStatus: order.payment_status,
      changed: false,
      underWay: false,
      otherOpen,
    };
  }
  let claim: CaptureClaim | null = null;
  let approved: ProviderPayment | null = null;
  const mayCapture = async (reported: ProviderPayment) => {
    approved = reported;
    if (order) claim = await claimCapture(context, order.id, reported);
    return claim === 'clear';
  };
  const answer = await provider.readOrCapture(reference, mayCapture);
  const claimed = claim as CaptureClaim | null;
  if (order && claimed === 'paid') {
    return { ...(await endUncaptured(context, order.id)), alreadyPaid: true };
  }
  if (order && claimed === 'cancelled') return endUncaptured(context, order.id);
  if (order && claimed === 'code_spent') {
    return { ...(await endUncaptured(context, order.id)), codeSpent: true };
  }
  if (order && claimed === 'moved') {
    const movedTo = (approved as ProviderPayment | null)?.destination ?? null;
    return { ...(await endUncaptured(context, order.id)), movedTo };
  }
  if (order && claimed === 'sold_out') return { ...endedUnpaid(order.id), outOfStock: true };
  if (claimed === 'busy') {
    return { kind: 'unavailable', detail: 'another payment for this cart is being captured' };
  }
  if (claimed === 'unavailable') {
    return { kind: 'unavailable', detail: 'a card page for this cart could not be closed' };
  }
  switch (answer.kind) {
    case 'found': {
      const settled = await recordPayment(context, providerName, answer.reported);
      if (settled.kind !== 'settled') return settled;
      // The order only now knows the reference, so check again whether to capture.
      if (!order && approved && (await isKnown(context, providerName, reference))) {
        return syncOrderPayment(context, providerName, reference);
      }
      const paid = !isUnpaid(settled.paymentStatus);
      if (claimed === 'clear' && !paid) await releaseCapture(context, settled.orderId);
      if (!paid && !settled.underWay) return settled;
      const otherOpen = !(await closeCompetingPages(context, settled.orderId, settled.others));
      return { ...settled, otherOpen };
    }
    case 'not_found':
      return answer;
    default:
      return { kind: 'unavailable', detail: answer.detail };
  }
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

/** The approval isn't used and expires at the provider. */
async function endUncaptured(context: OrderContext, orderId: string) {
  const changed = await context.db.transaction().execute((tx) => endOrder(tx, orderId, 'expired'));
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
