import type { OrderContext } from '#server/orders/order-context.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import type { SyncedPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/** Only where the provider can close pages. */
export async function closePage(
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
