import type { OrderContext } from '#server/orders/order-context.ts';
import { closeAttempt } from '#server/orders/payment-sync/close-attempt.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

const maxAtOnce = 100;

/**
 * Closes the payment pages of unpaid orders that were canceled. A page that can't be closed is
 * tried again next time.
 */
export async function closeCancelledPages(
  context: OrderContext,
  signal?: AbortSignal,
): Promise<void> {
  const cancelled = await context.db
    .selectFrom('orders as o')
    .innerJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select(['o.id', 'attempt.provider', ...referenceColumns])
    .where('o.payment_status', '=', 'pending')
    .where('o.status', '=', 'cancelled')
    .orderBy('o.created_at', 'desc')
    .limit(maxAtOnce)
    .execute();
  for (const row of cancelled) {
    if (signal?.aborted) return;
    const provider = row.provider as PaymentProviderName;
    await closeAttempt(context, {
      id: row.id,
      provider,
      reference: row[referenceColumn[provider]],
    });
  }
}
