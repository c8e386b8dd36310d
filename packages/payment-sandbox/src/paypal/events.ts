import type { PaypalAccount, StoredEvent } from './account.ts';
import { invalidRequest, notFound } from './errors.ts';
import { newPaypalId } from './ids.ts';
import type { WebhookEvent } from './wire.ts';

interface Happening {
  type: string;
  resourceType: WebhookEvent['resource_type'];
  summary: string;
  /** Its current state. */
  resource: object;
  base: string;
}

/** Records an event and queues its webhook. */
export function recordEvent(account: PaypalAccount, happening: Happening): void {
  const id = `WH-${newPaypalId()}-${newPaypalId()}`;
  const self = `${happening.base}/v1/notifications/webhooks-events/${id}`;
  const event: WebhookEvent = {
    id,
    event_version: '1.0',
    resource_version: '2.0',
    create_time: new Date(account.now()).toISOString(),
    resource_type: happening.resourceType,
    event_type: happening.type,
    summary: happening.summary,
    resource: structuredClone(happening.resource),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  };
  account.events.put(id, { event, base: happening.base, attempts: [] });
  scheduleDelivery(account, id);
}

/** Adds an event to the outbox, for the first time or again. */
export function scheduleDelivery(account: PaypalAccount, eventId: string): void {
  const id = newPaypalId();
  account.outbox.put(id, { id, eventId, tries: 0, nextAt: 0 });
  for (const listener of account.onChange) listener();
}

export function findEvent(account: PaypalAccount, id: string): StoredEvent {
  const stored = account.events.get(id);
  if (stored === undefined) throw notFound();
  return stored;
}

const MAX_PAGE = 500;

/**
 * `GET /v1/notifications/webhooks-events`, newest first, with further pages at the `next` link
 * (https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_list).
 */
export function listEvents(account: PaypalAccount, address: URL): object {
  const query = address.searchParams;
  const size = Number(query.get('page_size') ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE) {
    throw invalidRequest('page_size', `must be a whole number from 1 to ${MAX_PAGE}`);
  }
  const start = timeOf(query, 'start_time') ?? 0;
  const end = timeOf(query, 'end_time') ?? Number.POSITIVE_INFINITY;
  const type = query.get('event_type');
  const all = account.events
    .newest()
    .map(({ event }) => event)
    .filter((event) => {
      const at = Date.parse(event.create_time);
      return at >= start && at <= end && (type === null || event.event_type === type);
    });
  const first = Number(query.get('offset') ?? 0);
  const events = all.slice(first, first + size);
  const next = new URL(address);
  next.searchParams.set('offset', String(first + size));
  return {
    events,
    count: events.length,
    links: [
      { href: address.href, rel: 'self', method: 'GET' },
      ...(first + size < all.length ? [{ href: next.href, rel: 'next', method: 'GET' }] : []),
    ],
  };
}

function timeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidRequest(name, 'must be an Internet date and time');
  return time;
}
