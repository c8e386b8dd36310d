import type { PaymentProviderName } from '#domain/order.ts';
import type { OrderContext } from './order-context.ts';
import { type Settled, settle } from './settle.ts';

/** Providers repeat an event for about three days; so do we, then it is left for a human. */
export const eventPatienceMs = 3 * 24 * 60 * 60_000;

/**
 * Settles what a received event is about and marks it done. An event that cannot be worked off yet
 * stays received, and the reconciler comes back to it. True when it is done.
 */
export async function workOffEvent(
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
    .returning(['reference', 'received_at'])
    .executeTakeFirst();
  if (!event) return true;

  const problem = event.reference && (await settleEvent(context, provider, event.reference));
  await db
    .updateTable('private.provider_events')
    .set(problem ? { last_error: problem } : { done_at: context.now(), last_error: null })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
  if (problem) log.warn({ provider, eventId, problem }, 'An event could not be worked off yet.');
  return !problem;
}

/** Null when there is nothing more to do, otherwise what stands in the way. */
async function settleEvent(
  context: OrderContext,
  provider: PaymentProviderName,
  reference: string,
): Promise<string | null> {
  const settled = await settle(context, provider, reference).catch((error: unknown) => error);
  if (settled instanceof Error) {
    context.log.error({ err: settled, provider }, 'An event could not be settled.');
    return `It failed: ${settled.name}`;
  }
  return problemOf(settled as Settled);
}

function problemOf(settled: Settled): string | null {
  switch (settled.kind) {
    case 'settled':
      return null;
    case 'order_unknown':
      // Somebody else's payment on the same account will never be ours.
      return settled.foreign ? null : 'The order is not known.';
    case 'not_found':
      return 'The provider does not know the reference.';
    default:
      return `The provider cannot be reached: ${settled.detail}`;
  }
}
