import { randomUUID } from 'node:crypto';
import { networkOf } from '@liv-fit/backend/http';
import { type CustomerInfo, readCheckoutRequest } from '#domain/checkout-request.ts';
import type { PaymentProviderName } from '#domain/order.ts';
import { limits } from '#server/limits.ts';
import type { StartedCheckout } from '#server/orders/checkout/start-checkout.ts';
import { setAccessCookie, shopperOf } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { readRequestKey } from './request-key.ts';

export interface PaymentBeginning {
  provider: PaymentProviderName;
  /** What of what the visitor told us goes into the order. */
  customerOf: (told: CustomerInfo) => CustomerInfo;
  answer: (started: Extract<StartedCheckout, { kind: 'started' }>) => object;
}

/** Orders what is asked for, opens the provider's page and gives this browser access to the order. */
export function beginPayment(
  { provider, customerOf, answer }: PaymentBeginning,
  {
    startCheckout,
    originOf,
    rateLimits,
  }: Pick<FunctionDeps, 'startCheckout' | 'originOf' | 'rateLimits'>,
): FunctionHandler {
  return async (c, body, caller) => {
    const read = readCheckoutRequest(body);
    if (!read.ok) return fail(c, read.code, read.message);
    const key = readRequestKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const origin = originOf(c.req.header('host'));
    const started = await startCheckout({
      provider,
      attemptKey: key.key ?? randomUUID(),
      lines: read.request.lines,
      customer: customerOf(read.request.customer),
      userId: caller.userId,
      returnOrigin: origin,
      ...shopperOf(c),
      network: rateLimits ? networkOf(c.req.header('x-forwarded-for') ?? 'unknown') : null,
      payAgain: read.request.payAgain ?? [],
    });
    if (started.kind === 'refused' && started.code === 'too_many_unpaid') {
      c.header('retry-after', String(limits.unpaidOfNetwork.seconds));
    }
    if (started.kind === 'refused') return fail(c, started.code, started.message);
    setAccessCookie(c, origin, started);
    return c.json(answer(started));
  };
}
