import { randomUUID } from 'node:crypto';
import { networkOf } from '@liv-fit/backend/http';
import { type CustomerInfo, readCheckoutRequest } from '#domain/checkout-request.ts';
import type { PaymentKind } from '#domain/payment-method.ts';
import type { StartedCheckout } from '#server/orders/checkout/start-checkout.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { extendBrowserCookie, setAccessCookie, shopperOf } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { refuseDiscountGuesses } from './limit-discount-guesses.ts';
import { attemptKeyOf, readRequestKey } from './request-key.ts';

interface Beginning {
  /** Which of the customer info in the request goes into the order. */
  customerOf: (told: CustomerInfo) => CustomerInfo;
  answer: (started: Extract<StartedCheckout, { kind: 'started' }>) => object;
}

const beginnings: Record<PaymentKind, Beginning> = {
  // `{items, customerInfo?}` → `{url}`: where to pay.
  redirect: { customerOf: (told) => told, answer: ({ url }) => ({ url }) },
  // `{items}` → `{orderId, approveUrl}`; `orderId` is the provider's. The provider asks for name
  // and address.
  approve: {
    customerOf: () => ({ name: '', email: '', phone: '', address: '' }),
    answer: ({ reference, url }) => ({ orderId: reference, approveUrl: url }),
  },
};

/** Creates the order, opens the provider's page and gives this browser access to the order. */
export function beginPayment(
  provider: PaymentProviderName,
  {
    startCheckout,
    originOf,
    rateLimits,
    discountGuesses,
    authenticity,
    context,
  }: Pick<
    FunctionDeps,
    'startCheckout' | 'originOf' | 'rateLimits' | 'discountGuesses' | 'authenticity' | 'context'
  >,
): FunctionHandler {
  const { customerOf, answer } = beginnings[serviceOf(provider).method.kind];
  return async (c, body, caller) => {
    const read = readCheckoutRequest(body);
    if (!read.ok) return fail(c, read.code, read.message);
    const key = readRequestKey(c);
    if (!key.ok) return fail(c, 'invalid_request', key.message);
    const guessed = await refuseDiscountGuesses(
      discountGuesses,
      context.db,
      c,
      read.request.discountCode,
    );
    if (guessed) return guessed;
    const origin = originOf(c.req.header('host'));
    const shopper = shopperOf(c);
    const address = c.req.header('x-forwarded-for') ?? 'unknown';
    const network = networkOf(address);
    const sender = { userId: caller.userId, browser: shopper.browser, network };
    const [{ tokenKey }] = authenticity.keys;
    const started = await startCheckout({
      provider,
      attemptKey: key.key === null ? randomUUID() : attemptKeyOf(key.key, sender, tokenKey),
      ...read.request,
      customer: customerOf(read.request.customer),
      userId: caller.userId,
      returnOrigin: origin,
      ...shopper,
      address: rateLimits ? address : null,
      payAgain: read.request.payAgain ?? [],
    });
    if (started.kind === 'refused' && started.code === 'too_many_unpaid') {
      c.header('retry-after', String(started.waitSeconds));
    }
    if (started.kind === 'refused') {
      const { code, message } = started;
      return fail(c, code, message, code === 'out_of_stock' ? { lines: started.lines } : {});
    }
    setAccessCookie(c, origin, started);
    extendBrowserCookie(c, origin);
    return c.json(answer(started));
  };
}
