import type { Found, MayCapture, NotFound, ProviderFailure } from '../provider.ts';
import { isOurs, paymentOfOrder } from './payment-of-order.ts';
import { type PaypalCalls, type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';
import { order, type PaypalOrder } from './response-schemas.ts';

type Fetched = { kind: 'fetched'; order: PaypalOrder } | NotFound | ProviderFailure;

/** Nothing was captured, and the payer can still choose another way to pay. */
const turnedDown = new Set([
  'INSTRUMENT_DECLINED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
]);

export type ReadOrCapture = (
  reference: string,
  mayCapture: MayCapture,
) => Promise<Found | NotFound | ProviderFailure>;

/**
 * Reads a wallet order, and captures it first if the payer has approved it and `mayCapture` allows
 * it. However many callers there are, only one capture at a time runs in this process; between
 * processes, PayPal captures an order only once.
 */
export function createReadOrCapture(
  client: PaypalClient,
  { now, openForMs }: { now: () => Date; openForMs: number },
): ReadOrCapture {
  const capturing = new Map<string, Promise<Fetched>>();

  function captureOnce(calls: PaypalCalls, approved: PaypalOrder): Promise<Fetched> {
    const running = capturing.get(approved.id);
    if (running) return running;
    const capture = captureOrder(calls, approved).finally(() => capturing.delete(approved.id));
    capturing.set(approved.id, capture);
    return capture;
  }

  return async (reference, mayCapture) => {
    const calls = client.begin();
    const found = await fetchOrder(calls, reference);
    if (found.kind !== 'fetched') return found;
    const toCapture =
      found.order.status === 'APPROVED' &&
      isOurs(found.order) &&
      (await mayCapture(paymentOfOrder(found.order, false)));
    const settled = toCapture ? await captureOnce(calls, found.order) : found;
    if (settled.kind !== 'fetched') return settled;
    const age = now().getTime() - Date.parse(settled.order.create_time);
    return { kind: 'found', reported: paymentOfOrder(settled.order, age > openForMs) };
  };
}

async function fetchOrder(calls: PaypalCalls, reference: string): Promise<Fetched> {
  const answer = await calls.get(`/v2/checkout/orders/${encodeURIComponent(reference)}`);
  if (answer.kind === 'not_found') return answer;
  return answer.kind === 'answer' ? asOrder(answer.body) : paypalFailure(answer);
}

/** https://developer.paypal.com/docs/api/orders/v2/#orders_capture */
async function captureOrder(calls: PaypalCalls, approved: PaypalOrder): Promise<Fetched> {
  const { id } = approved;
  const answer = await calls.post(`/v2/checkout/orders/${encodeURIComponent(id)}/capture`, {
    body: {},
    requestId: captureRequestId(approved),
  });
  if (answer.kind === 'answer') return asOrder(answer.body);
  if (answer.kind !== 'refused')
    return answer.kind === 'not_found' ? answer : paypalFailure(answer);
  // Another process was faster, or this call's own first response was lost: the order itself
  // decides.
  if (answer.issue === 'ORDER_ALREADY_CAPTURED') return fetchOrder(calls, id);
  return turnedDown.has(answer.issue)
    ? { kind: 'fetched', order: approved }
    : paypalFailure(answer);
}

/**
 * One approval is one request; after a decline the payer approves again, which is another request.
 * PayPal captures an order only once in any case.
 */
function captureRequestId({ id, update_time }: PaypalOrder): string | undefined {
  return update_time ? `capture-${id}-${Date.parse(update_time).toString(36)}` : undefined;
}

function asOrder(body: unknown): Fetched {
  const read = readAs(order, body);
  return read.kind === 'read' ? { kind: 'fetched', order: read.value } : read;
}
