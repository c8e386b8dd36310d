import type { PaymentProviderName } from '#domain/order.ts';
import type { PaymentHistory } from '#server/payments/provider.ts';
import { type AppliedHistory, applyHistory } from './apply-history.ts';
import type { OrderContext } from './order-context.ts';
import { referenceColumn } from './reference-column.ts';
import { settle } from './settle.ts';

export type SettledPayment =
  | Extract<AppliedHistory, { kind: 'applied' }>
  /** The provider knows it, we do not: not ours, or not yet. */
  | { kind: 'payment_unknown'; foreign: boolean }
  | { kind: 'not_found' }
  | { kind: 'unavailable'; detail: string };

/**
 * The one way in which refunds and disputes change an order, whoever started them: the payment's
 * history is read from the provider, outside any transaction, and applied. `reference` is the
 * provider's id of the payment.
 */
export async function settlePayment(
  context: OrderContext,
  providerName: PaymentProviderName,
  reference: string,
): Promise<SettledPayment> {
  const provider = context.providers[providerName];
  if (!provider) return { kind: 'unavailable', detail: `${providerName} is not configured` };
  const history = await provider.readPayment(reference);
  if (history.kind === 'not_found') return history;
  if (history.kind !== 'history') return { kind: 'unavailable', detail: history.detail };
  const applied = await applyHistory(context, providerName, history);
  if (applied.kind === 'applied') return applied;
  // It may have gone back before anybody told us that it came.
  if (!(await settleOrderOf(context, providerName, history))) {
    return { kind: 'payment_unknown', foreign: true };
  }
  const again = await applyHistory(context, providerName, history);
  return again.kind === 'applied' ? again : { kind: 'payment_unknown', foreign: false };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** False when the payment is for no order of ours. */
async function settleOrderOf(
  context: OrderContext,
  provider: PaymentProviderName,
  { orderId }: PaymentHistory,
): Promise<boolean> {
  if (!orderId || !uuid.test(orderId)) return false;
  const column = referenceColumn[provider];
  const order = await context.db
    .selectFrom('orders')
    .select(column)
    .where('id', '=', orderId)
    .executeTakeFirst();
  const reference = order?.[column];
  if (reference) await settle(context, provider, reference);
  return true;
}
