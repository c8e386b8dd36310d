import { randomUUID } from 'node:crypto';
import { readCheckoutRequest } from '#domain/checkout-request.ts';
import type { StartCheckout } from '#server/orders/start-checkout.ts';
import { giveAccess } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

/** `{items, customerInfo?}` → `{url}`: orders, and says where to pay by card. */
export function createCheckout(
  startCheckout: StartCheckout,
  originOf: (host: string | undefined) => string,
): FunctionHandler {
  return async (c, body, caller) => {
    const read = readCheckoutRequest(body);
    if (!read.ok) return fail(c, read.code, read.message);
    const key = readRequestKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const origin = originOf(c.req.header('host'));
    const started = await startCheckout({
      provider: 'stripe',
      attemptKey: key.key ?? randomUUID(),
      lines: read.request.lines,
      customer: read.request.customer,
      userId: caller.userId,
      returnOrigin: origin,
    });
    if (started.kind === 'refused') return fail(c, started.code, started.message);
    giveAccess(c, origin, started);
    return c.json({ url: started.url });
  };
}
