import type { PaymentProviderName, PaymentStatus } from '#domain/order.ts';
import { applyTruth } from './apply-truth.ts';
import type { OrderContext } from './order-context.ts';
import { referenceColumn } from './reference-column.ts';
import { isSettleable } from './settleable.ts';

export type Settled =
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
    }
  /** The provider knows it, we do not: not ours, or not yet. */
  | { kind: 'order_unknown'; foreign: boolean }
  /** The provider does not know it. */
  | { kind: 'not_found' }
  | { kind: 'unavailable'; detail: string };

/**
 * The one way in which money changes an order. Whoever calls (webhook, success page, reconciler)
 * only triggers: the truth is read from the provider, outside any transaction, and applied once.
 */
export async function settle(
  context: OrderContext,
  providerName: PaymentProviderName,
  reference: string,
): Promise<Settled> {
  const provider = context.providers[providerName];
  if (!provider) return { kind: 'unavailable', detail: `${providerName} is not configured` };
  const order = await context.db
    .selectFrom('orders')
    .select(['id', 'payment_status'])
    .where(referenceColumn[providerName], '=', reference)
    .executeTakeFirst();
  if (order && !isSettleable(order.payment_status)) {
    return {
      kind: 'settled',
      orderId: order.id,
      paymentStatus: order.payment_status,
      changed: false,
      underWay: false,
    };
  }
  const answer = await provider.read(reference);
  switch (answer.kind) {
    case 'found':
      return applyTruth(context, providerName, answer.truth);
    case 'not_found':
      return answer;
    default:
      return { kind: 'unavailable', detail: answer.detail };
  }
}
