import { isUuid } from '#domain/uuid.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { readReference } from '#server/orders/read-reference.ts';
import type { PaymentHistory } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import {
  type RecordedRefundsAndDisputes,
  recordRefundsAndDisputes,
} from './record-refunds-and-disputes.ts';

export type SyncedRefunds =
  | Extract<RecordedRefundsAndDisputes, { kind: 'applied' }>
  /** Known to the provider but not to us: not ours, or not yet. */
  | { kind: 'payment_unknown'; foreign: boolean }
  | { kind: 'not_found' }
  | { kind: 'unavailable'; detail: string };

/**
 * The only way for refunds and disputes to change an order, no matter where they were started: the
 * payment's history is read from the provider, outside any transaction, and applied. `reference` is
 * the provider's id of the payment.
 */
export async function syncRefunds(
  context: OrderContext,
  providerName: PaymentProviderName,
  reference: string,
): Promise<SyncedRefunds> {
  const provider = context.providers[providerName];
  if (!provider) return { kind: 'unavailable', detail: `${providerName} is not configured` };
  const history = await provider.readPayment(reference);
  if (history.kind === 'not_found') return history;
  if (history.kind !== 'history') return { kind: 'unavailable', detail: history.detail };
  const applied = await recordRefundsAndDisputes(context, providerName, history);
  if (applied.kind === 'applied') return applied;
  // It may have been refunded before we learned of the payment.
  if (!(await syncOrderOf(context, providerName, history))) {
    return { kind: 'payment_unknown', foreign: true };
  }
  const again = await recordRefundsAndDisputes(context, providerName, history);
  return again.kind === 'applied' ? again : { kind: 'payment_unknown', foreign: false };
}

/** False if the payment is not for one of our orders. */
async function syncOrderOf(
  context: OrderContext,
  provider: PaymentProviderName,
  { orderId }: PaymentHistory,
): Promise<boolean> {
  if (!orderId || !isUuid(orderId)) return false;
  const reference = await readReference(context.db, provider, orderId);
  if (reference) await syncOrderPayment(context, provider, reference);
  return true;
}
