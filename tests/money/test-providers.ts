import { siteDefaults } from '#domain/settings.ts';
import { checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import { createPaypalProvider } from '#server/payments/paypal/paypal-provider.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createStripeProvider } from '#server/payments/stripe/stripe-provider.ts';

/** How to reach the sandbox's providers; plain data, so that another process can be told. */
export interface TestProviderConfig {
  /** Origin of the sandbox. */
  sandbox: string;
  stripe: { secretKey: string; webhookSecret: string };
  paypal: { clientId: string; clientSecret: string; webhookId: string };
  /** How long one try may take; there are at most two. */
  timeoutMs: number;
}

/** The shop's real providers, against the sandbox. */
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
      limitStore: null,
      tryMs: timeoutMs,
      operationMs: timeoutMs * 2,
      now,
    }),
  };
}
