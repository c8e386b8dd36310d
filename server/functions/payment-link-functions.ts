import type { Context } from 'hono';
import { z } from 'zod';
import { readQuoteRequest } from '#domain/checkout-request.ts';
import { addToOrderRequest, namedLinkRequest, paymentLinkRequest } from '#domain/manual-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import {
  type CreatedLink,
  createPaymentLink,
} from '#server/orders/payment-links/create-payment-link.ts';
import {
  cancelPaymentLink,
  copyPaymentLink,
  type ManagedLink,
  sendPaymentLink,
} from '#server/orders/payment-links/manage-payment-link.ts';
import { payByLink, readPaymentLink } from '#server/orders/payment-links/use-payment-link.ts';
import { type PaymentProviderName, paymentProviders } from '#server/payments/registry.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

type Deps = Pick<FunctionDeps, 'context' | 'originOf'>;

const token = z.string().max(200);
const openRequest = z.object({ token });
const payRequest = z.object({
  token,
  method: z.enum(paymentProviders as [PaymentProviderName, ...PaymentProviderName[]]),
});

/** `{token}` → what the link offers, without anything about the customer. */
export function openPaymentLink(context: OrderContext): FunctionHandler {
  return async (c, body) => {
    const read = openRequest.safeParse(body);
    const offered = read.success ? await readPaymentLink(context, read.data.token) : null;
    return offered ? c.json(offered) : fail(c, 'link_not_found', 'This link is no longer valid.');
  };
}

/**
 * `{token, method}` → `{url, reference}`: where to pay. Doesn't give this browser access to the
 * order's details, since a link may be passed on.
 */
export function payByLinkFunction({
  context,
  startCheckout,
  originOf,
}: Pick<FunctionDeps, 'context' | 'startCheckout' | 'originOf'>): FunctionHandler {
  return async (c, body) => {
    const read = payRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'token, method: must be text');
    const started = await payByLink(context, startCheckout, {
      token: read.data.token,
      provider: read.data.method,
      origin: originOf(c.req.header('host')),
    });
    if (started.kind === 'started') {
      return c.json({ url: started.url, reference: started.reference });
    }
    return fail(c, started.code, started.message);
  };
}

/** `{items, …, customer, days, tell, seen?}` → `{linkId, url, expiresAt, emailed}`, for admins. */
export function createPaymentLinkFunction({ context, originOf }: Deps): FunctionHandler {
  return async (c, body, caller) => {
    const wish = readQuoteRequest(body);
    if (!wish.ok) return fail(c, wish.code, wish.message);
    const read = paymentLinkRequest.safeParse(body);
    if (!read.success) return refuseBody(c, read.error);
    const key = readFormKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const created = await createPaymentLink(context, {
      ...read.data,
      wish: wish.request,
      key: key.key,
      placedBy: caller.userId,
      origin: originOf(c.req.header('host')),
    });
    return answerCreated(c, created);
  };
}

/** `{orderId, items, days, tell, seen?}` → the same, for items to be added to an order. */
export function addToOrderFunction({ context, originOf }: Deps): FunctionHandler {
  return async (c, body, caller) => {
    const wish = readQuoteRequest(body);
    if (!wish.ok) return fail(c, wish.code, wish.message);
    const read = addToOrderRequest.safeParse(body);
    if (!read.success) return refuseBody(c, read.error);
    const key = readFormKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const { orderId, days, tell, seen } = read.data;
    const created = await createPaymentLink(context, {
      ...{ days, tell, seen, addsTo: orderId, lines: wish.request.lines },
      key: key.key,
      placedBy: caller.userId,
      origin: originOf(c.req.header('host')),
    });
    return answerCreated(c, created);
  };
}

/** `{linkId}` → `{url}`: a URL to copy. */
export function copyPaymentLinkFunction({ context, originOf }: Deps): FunctionHandler {
  return forLink((c, linkId) => copyPaymentLink(context, linkId, originOf(c.req.header('host'))));
}

/** `{linkId}` → `{done: true}`: emails the customer the link. */
export function sendPaymentLinkFunction({ context, originOf }: Deps): FunctionHandler {
  return forLink((c, linkId) => sendPaymentLink(context, linkId, originOf(c.req.header('host'))));
}

/** `{linkId}` → `{done: true}`. */
export function cancelPaymentLinkFunction({ context }: Deps): FunctionHandler {
  return forLink((_, linkId, userId) => cancelPaymentLink(context, linkId, userId));
}

function forLink(
  work: (c: Context, linkId: string, userId: string | null) => Promise<ManagedLink>,
): FunctionHandler {
  return async (c, body, caller) => {
    const read = namedLinkRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'linkId: must be an id');
    const done = await work(c, read.data.linkId, caller.userId);
    if (done.kind === 'refused') return fail(c, done.code, done.message);
    return c.json(done.url ? { url: done.url } : { done: true });
  };
}

function answerCreated(c: Context, created: CreatedLink): Response {
  if (created.kind === 'refused') return fail(c, created.code, created.message);
  const { linkId, url, expiresAt, emailed } = created;
  return c.json({ linkId, url, expiresAt: expiresAt.toISOString(), emailed });
}

function readFormKey(c: Context): { ok: true; key: string } | { ok: false; message: string } {
  const key = readRequestKey(c);
  if (!key.ok) return key;
  return key.key === null
    ? { ok: false, message: 'Idempotency-Key: is missing' }
    : { ok: true, key: key.key };
}

function refuseBody(c: Context, error: z.ZodError): Response {
  const [issue] = error.issues;
  return fail(c, 'invalid_request', `${issue?.path.join('.') ?? 'body'}: ${issue?.message}`);
}
