import { randomBytes } from 'node:crypto';
import type { SiteFacts } from '#domain/site.ts';
import { createMailTransport, type MailTransport } from '#server/email/mail-transport.ts';
import { type Config, isLoopbackAddress, isLoopbackSite } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import { checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import { paypalPlaces } from '#server/payments/paypal/paypal-places.ts';
import { createPaypalProvider } from '#server/payments/paypal/paypal-provider.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createStripeProvider } from '#server/payments/stripe/stripe-provider.ts';
import { openOnVisitorsHost } from './open-on-visitors-host.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

/** Who takes payments and mails: the configured ones, or on loopback their simulations. */
export interface Providers {
  payments: PaymentProvider[];
  mail: MailTransport | null;
  sandbox: Sandbox | null;
  /** What the sandbox stands in for, in people's words. */
  simulated: string[];
}

export interface ProviderOptions {
  config: Config;
  root: string;
  /** The port that was really taken. */
  port: number;
  site: () => Promise<Pick<SiteFacts, 'brand'>>;
}

/** A visitor waits for both tries: together they stay below 15 s. */
export const stripeTimeouts = { timeoutMs: 6000, maxNetworkRetries: 1 };
export const paypalTimeouts = { tryMs: 6000, operationMs: 13_000 };
export const mailTimeouts = { connectMs: 10_000, idleMs: 20_000 };

export async function chooseProviders(options: ProviderOptions): Promise<Providers> {
  const { config, site } = options;
  const simulates = isLoopbackSite(config);
  const simulated = [
    ...(config.stripe || !simulates ? [] : ['card payments']),
    ...(config.paypal || !simulates ? [] : ['PayPal']),
    ...(config.smtpUrl || !simulates ? [] : ['mail']),
  ];
  const sandboxKeys = {
    stripe: { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` },
    paypal: { clientId: random(), clientSecret: random(), webhookId: random() },
  };
  const webhooks = `${describeListening(config.host, options.port).localOrigin}/webhooks`;
  const opensPages = config.publicSandbox && !isLoopbackAddress(config.host);
  const sandbox =
    simulated.length === 0
      ? null
      : await startSandbox({
          root: options.root,
          port: config.port === 0 ? 0 : options.port + 1,
          // Refused by the configuration beyond loopback, unless the pay pages are to be opened.
          host: config.host,
          dataDir: `${config.dataDir}/sandbox`,
          stripe: { ...sandboxKeys.stripe, webhookUrl: `${webhooks}/stripe` },
          paypal: { ...sandboxKeys.paypal, webhookUrl: `${webhooks}/paypal` },
        });
  const simulator = simulates ? sandbox : null;
  const stripe = config.stripe ?? (simulator && { ...sandboxKeys.stripe, apiBase: simulator.url });
  const paypal =
    config.paypal ?? (simulator && { ...sandboxKeys.paypal, apiBase: `${simulator.url}/paypal` });
  const smtpUrl = config.smtpUrl ?? sandbox?.smtpUrl;
  const now = () => new Date();
  const page = (provider: PaymentProvider, isSimulated: boolean) =>
    isSimulated && opensPages ? openOnVisitorsHost(provider) : provider;
  return {
    payments: [
      ...(stripe
        ? [page(createStripeProvider({ ...stripe, ...stripeTimeouts, now }), !config.stripe)]
        : []),
      ...(paypal
        ? [
            page(
              createPaypalProvider({
                ...paypal,
                ...paypalPlaces(paypal),
                ...paypalTimeouts,
                brandName: async () => (await site()).brand,
                openForMs: checkoutLifetimeMs,
                now,
              }),
              !config.paypal,
            ),
          ]
        : []),
    ],
    mail: smtpUrl ? createMailTransport(smtpUrl, mailTimeouts) : null,
    sandbox,
    simulated,
  };
}

function random(): string {
  return randomBytes(16).toString('hex');
}
