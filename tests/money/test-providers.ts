import { siteDefaults } from '#domain/settings.ts';
import { checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import { createPaypalProvider } from '#server/payments/paypal/paypal-provider.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createStripeProvider } from '#server/payments/stripe/stripe-provider.ts';

/** How to reach the sandbox's providers; plain data, so that it can be passed to another process. */
export interface TestProviderConfig {
  /** Origin of the sandbox. */
  sandbox: string;
  stripe: { secretKey: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
  /** Timeout of one attempt; there are at most two. */
  timeoutMs: number;
}

/** The shop's real providers, connected to the sandbox. */
export function createTestProviders(
  { sandbox, stripe, paypal, timeoutMs }: TestProviderConfig,
  now: () => Date,
): { stripe: PaymentProvider; paypal: PaymentProvider } {
  const paypalBase = `${sandbox}/paypal`;
  return {
    stripe: createStripeProvider({
      ...stripe,
      apiBase: `${sandbox}/stripe`,
      timeoutMs,
      maxNetworkRetries: 1,
      now,
    }),
    paypal: createPaypalProvider({
      ...paypal,
      apiBase: paypalBase,
      webBase: paypalBase,
      certificateBases: [paypalBase],
      brandName: () => siteDefaults.brand,
      openForMs: checkoutLifetimeMs,
      store: null,
      tryMs: timeoutMs,
      operationMs: timeoutMs * 2,
      now,
    }),
  };
}
