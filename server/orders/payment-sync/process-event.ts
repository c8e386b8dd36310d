import type { OrderContext } from '#server/orders/order-context.ts';
import { type SyncedRefunds, syncRefunds } from '#server/orders/refunds/sync-refunds.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { type SyncedPayment, syncOrderPayment } from './sync-order-payment.ts';

/** Providers repeat an event for about three days; so do we, then it is left for a human. */
export const eventPatienceMs = 3 * 24 * 60 * 60_000;

/**
 * Syncs what a received event is about and marks it done. An event that cannot be processed yet
 * stays received, and the reconciler comes back to it. True when it is done.
 */
export async function processEvent(
  context: OrderContext,
  provider: PaymentProviderName,
  eventId: string,
): Promise<boolean> {
  const { db, log } = context;
  const event = await db
    .updateTable('private.provider_events')
    .set((field) => ({ tries: field('tries', '+', 1) }))
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('done_at', 'is', null)
    .returning(['reference', 'about'])
    .executeTakeFirst();
  if (!event) return true;

  const problem =
    event.reference && (await syncSubject(context, provider, event.about, event.reference));
  await db
    .updateTable('private.provider_events')
    .set(problem ? { last_error: problem } : { done_at: context.now(), last_error: null })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
  if (problem) log.warn({ provider, eventId, problem }, 'An event could not be processed yet.');
  return !problem;
}

async function syncSubject(
  context: OrderContext,
  provider: PaymentProviderName,
  about: string,
  reference: string,
): Promise<string | null> {
  try {
    const work = about === 'payment' ? syncRefunds : syncOrderPayment;
    return problemOf(await work(context, provider, reference));
  } catch (error) {
    context.log.error({ err: error, provider }, 'An event could not be processed.');
    return `It failed: ${error instanceof Error ? error.name : 'unknown'}`;
  }
}

/** Null when the event is done, otherwise why it can't be processed yet. */
function problemOf(settled: SyncedPayment | SyncedRefunds): string | null {
  switch (settled.kind) {
    case 'settled':
      return settled.siblingOpen ? 'Another page for the same cart is still open.' : null;
    case 'applied':
      return null;
    case 'order_unknown':
      // Somebody else's payment on the same account will never be ours.
      return settled.foreign ? null : 'The order is not known.';
    case 'payment_unknown':
      return settled.foreign ? null : 'The payment is not known.';
    case 'not_found':
      return 'The provider does not know the reference.';
    default:
      return `The provider cannot be reached: ${settled.detail}`;
  }
}
