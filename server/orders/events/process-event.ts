import type { OrderContext } from '#server/orders/order-context.ts';
import {
  type SyncedPayment,
  syncOrderPayment,
} from '#server/orders/payment-sync/sync-order-payment.ts';
import { type SyncedRefunds, syncRefunds } from '#server/orders/refunds/sync-refunds.ts';
import type { VerifiedEvent } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/** Providers retry an event for about three days, and so do we; then it needs a human. */
export const eventPatienceMs = 3 * 24 * 60 * 60_000;

export interface ReceivedEvent {
  reference: string | null;
  about: string;
}

/**
 * Records a verified event as received and being processed, in one statement. An event that doesn't
 * concern us is done right away. Null if there is nothing left to do, so that a repeated delivery
 * of an unfinished event is processed and one of a finished event does nothing.
 */
export async function receiveEvent(
  { db, now }: OrderContext,
  provider: PaymentProviderName,
  { eventId, type, reference, about }: VerifiedEvent,
): Promise<ReceivedEvent | null> {
  const event = await db
    .insertInto('private.provider_events')
    .values({
      provider,
      event_id: eventId,
      type,
      reference,
      about,
      tries: reference ? 1 : 0,
      done_at: reference ? null : now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'event_id'])
        .doUpdateSet((field) => ({ tries: field('private.provider_events.tries', '+', 1) }))
        .where('private.provider_events.done_at', 'is', null),
    )
    .returning(['reference', 'about', 'done_at'])
    .executeTakeFirst();
  return event && !event.done_at ? event : null;
}

/**
 * Syncs what a received event is about and marks it done. An event that can't be processed yet
 * stays received, and the reconciler tries it again. True if it is done.
 */
export async function processEvent(
  context: OrderContext,
  provider: PaymentProviderName,
  eventId: string,
): Promise<boolean> {
  const event = await context.db
    .updateTable('private.provider_events')
    .set((field) => ({ tries: field('tries', '+', 1) }))
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('done_at', 'is', null)
    .returning(['reference', 'about'])
    .executeTakeFirst();
  return event ? processReceived(context, provider, eventId, event) : true;
}

/** True if the event is done. */
export async function processReceived(
  context: OrderContext,
  provider: PaymentProviderName,
  eventId: string,
  event: ReceivedEvent,
): Promise<boolean> {
  const { db, log } = context;
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

/** Null if the event is done, otherwise why it can't be processed yet. */
function problemOf(settled: SyncedPayment | SyncedRefunds): string | null {
  switch (settled.kind) {
    case 'settled':
      return settled.otherOpen ? 'Another page for the same cart is still open.' : null;
    case 'applied':
      return null;
    case 'order_unknown':
      // Somebody else's payment on the same account will never become ours.
      return settled.foreign ? null : 'The order is not known.';
    case 'payment_unknown':
      return settled.foreign ? null : 'The payment is not known.';
    case 'not_found':
      return 'The provider does not know the reference.';
    default:
      return `The provider cannot be reached: ${settled.detail}`;
  }
}
