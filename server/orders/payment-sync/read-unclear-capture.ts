import type { OrderContext } from '#server/orders/order-context.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { recordPayment } from './record-payment.ts';
import { releaseCaptureClaim } from './release-capture-claim.ts';
import type { SyncedPayment } from './sync-order-payment.ts';

/**
 * Asks the provider about a capture whose result was never recorded (the response was lost, the
 * database was down, the process ended), and records the answer. Captures nothing itself. Must not
 * be called inside a transaction.
 */
export async function readUnclearCapture(
  context: OrderContext,
  order: Pick<ShopperOrder, 'id' | 'provider' | 'reference'> & { captureClaimedAt: Date },
): Promise<SyncedPayment> {
  const { id, provider, reference, captureClaimedAt } = order;
  if (reference === null) return { kind: 'unavailable', detail: 'its reference is not known' };
  const answer = await context.providers[provider]?.readOrCapture(reference, async () => false);
  switch (answer?.kind) {
    case 'found': {
      const { state } = answer.reported;
      const captured = state === 'paid' || state === 'processing';
      if (!captured) await releaseCaptureClaim(context, id, captureClaimedAt);
      return recordPayment(context, provider, answer.reported);
    }
    case 'not_found':
      await releaseCaptureClaim(context, id, captureClaimedAt);
      return answer;
    default:
      return { kind: 'unavailable', detail: answer?.detail ?? `${provider} is not configured` };
  }
}
