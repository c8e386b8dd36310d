import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { recordPayment } from './record-payment.ts';
import type { SyncedPayment } from './sync-order-payment.ts';

/** Only for providers that can close pages. */
export async function closePaymentPage(
  context: OrderContext,
  name: PaymentProviderName,
  reference: string,
): Promise<SyncedPayment> {
  const answer = await context.providers[name]?.close?.(reference);
  switch (answer?.kind) {
    case 'found':
      // Unpaid, and still open.
      if (answer.reported.state === 'unpaid') return { kind: 'unavailable', detail: 'still open' };
      return recordPayment(context, name, answer.reported);
    case 'not_found':
      return answer;
    default:
      return { kind: 'unavailable', detail: answer?.detail ?? `${name} closes no pages` };
  }
}
