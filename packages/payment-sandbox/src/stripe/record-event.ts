import { API_VERSION, announceChange, type StripeAccount, type StripeEvent } from './account.ts';
import { newId } from './ids.ts';

/** The API call that caused an event; null values if the customer or a timer did. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

export const NO_REQUEST: Cause = { requestId: null, idempotencyKey: null };

/** Records an event with the object's current state and queues its webhook. */
export function recordEvent(
  account: StripeAccount,
  type: StripeEvent['type'],
  object: object,
  cause: Cause = NO_REQUEST,
): StripeEvent {
  const event: StripeEvent = {
    id: newId('evt_'),
    object: 'event',
    api_version: API_VERSION,
    created: account.now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  };
  account.events.put(event.id, { event, attempts: [] });
  scheduleDelivery(account, event.id);
  return event;
}

/** Adds an event to the outbox, for the first time or again. */
export function scheduleDelivery(account: StripeAccount, eventId: string): void {
  const id = newId('dlv_');
  account.outbox.put(id, { id, eventId, tries: 0, nextAt: 0 });
  announceChange(account);
}
