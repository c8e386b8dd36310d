import type { Found, NotFound, PaidList, ProviderFailure, ReversedList } from '../provider.ts';
import { subjectOf } from './event-subject.ts';
import { type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';
import type { ReadOrCapture } from './read-or-capture-order.ts';
import { events, type PaypalEvent, type PaypalEvents } from './response-schemas.ts';

/**
 * PayPal has no list of orders; what happened to them is in the events, which go back thirty days.
 */

const eventsPath = '/v1/notifications/webhooks-events';
const pageSize = 300;
const clockSkewMs = 5 * 60_000;
const maxPages = 100;

type Listed = { kind: 'listed'; events: PaypalEvent[] } | ProviderFailure;

/**
 * Finds an order whose id was lost with the response. If nobody reached its page it was never
 * approved, so an order without any event can't have been paid.
 */
export async function findOrder(
  client: PaypalClient,
  readOrCapture: ReadOrCapture,
  { orderId, createdAt }: { orderId: string; createdAt: Date },
): Promise<Found | NotFound | ProviderFailure> {
  const since = new Date(createdAt.getTime() - clockSkewMs);
  const listed = await listEvents(client, 'CHECKOUT.ORDER.APPROVED', since);
  if (listed.kind !== 'listed') return listed;
  for (const event of listed.events) {
    const { id, purchase_units } = event.resource as ApprovedOrder;
    if (purchase_units?.[0]?.custom_id === orderId && typeof id === 'string') {
      return readOrCapture(id, async () => false);
    }
  }
  return { kind: 'not_found' };
}

interface ApprovedOrder {
  id?: unknown;
  purchase_units?: { custom_id?: unknown }[];
}

export async function listPaidOrders(
  client: PaypalClient,
  since: Date,
): Promise<PaidList | ProviderFailure> {
  const listed = await listEvents(client, 'PAYMENT.CAPTURE.COMPLETED', since);
  if (listed.kind !== 'listed') return listed;
  const payments: PaidList['payments'] = [];
  for (const event of listed.events) {
    const { reference } = subjectOf(event);
    const { custom_id } = event.resource;
    if (reference === null) continue;
    payments.push({ reference, orderId: typeof custom_id === 'string' ? custom_id : null });
  }
  return { kind: 'paid_list', payments };
}

const reversing = [
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
];

export async function listReversedPayments(
  client: PaypalClient,
  since: Date,
): Promise<ReversedList | ProviderFailure> {
  const references = new Set<string>();
  for (const type of reversing) {
    const listed = await listEvents(client, type, since);
    if (listed.kind !== 'listed') return listed;
    for (const event of listed.events) {
      const { reference } = subjectOf(event);
      if (reference !== null) references.add(reference);
    }
  }
  return { kind: 'reversed_list', paymentReferences: [...references] };
}

/** Reads all pages of https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_list. */
async function listEvents(client: PaypalClient, type: string, since: Date): Promise<Listed> {
  const query = new URLSearchParams({
    event_type: type,
    start_time: since.toISOString(),
    page_size: String(pageSize),
  });
  const found: PaypalEvent[] = [];
  let path: string | null = `${eventsPath}?${query}`;
  for (let page = 0; path !== null && page < maxPages; page += 1) {
    const answer = await client.begin().get(path);
    if (answer.kind === 'not_found') break;
    if (answer.kind !== 'answer') return paypalFailure(answer);
    const read = readAs(events, answer.body);
    if (read.kind !== 'read') return read;
    found.push(...read.value.events);
    path = nextPath(read.value);
  }
  return { kind: 'listed', events: found };
}

/** The next page's path, relative to the API's base URL, whatever host the link names. */
function nextPath({ events: page, links }: PaypalEvents): string | null {
  const { search } = URL.parse(links.find(({ rel }) => rel === 'next')?.href ?? '') ?? {};
  return page.length > 0 && search ? `${eventsPath}${search}` : null;
}
