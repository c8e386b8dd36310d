import { randomBytes } from 'node:crypto';
import type { SiteFacts } from '#domain/site.ts';
import { createMailTransport, type MailTransport } from '#server/email/mail-transport.ts';
import { type Config, isLoopbackSite } from '#server/env.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createStripeProvider } from '#server/payments/stripe/stripe-provider.ts';
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
  shipsTo: SiteFacts['shipsTo'];
}

/** A visitor waits for both tries: together they stay below 15 s. */
export const stripeTimeouts = { timeoutMs: 6000, maxNetworkRetries: 1 };
const mailTimeouts = { connectMs: 10_000, idleMs: 20_000 };

export async function chooseProviders(options: ProviderOptions): Promise<Providers> {
  const { config, shipsTo } = options;
  const simulates = isLoopbackSite(config);
  const simulated = [
    ...(config.stripe || !simulates ? [] : ['card payments']),
    ...(config.smtpUrl || !simulates ? [] : ['mail']),
  ];
  const credentials = {
    secretKey: `sk_test_${randomBytes(16).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const sandbox =
    simulated.length === 0
      ? null
      : await startSandbox({
          root: options.root,
          port: config.port === 0 ? 0 : options.port + 1,
          host: config.host,
          dataDir: `${config.dataDir}/sandbox`,
          stripe: {
            ...credentials,
            webhookUrl: `http://${reachable(config.host)}:${options.port}/webhooks/stripe`,
          },
        });
  const stripe =
    config.stripe ?? (simulates && sandbox ? { ...credentials, apiBase: sandbox.url } : null);
  const smtpUrl = config.smtpUrl ?? sandbox?.smtpUrl;
  return {
    payments: stripe
      ? [createStripeProvider({ ...stripe, ...stripeTimeouts, shipsTo, now: () => new Date() })]
      : [],
    mail: smtpUrl ? createMailTransport(smtpUrl, mailTimeouts) : null,
    sandbox,
    simulated,
  };
}

/** An address to call where the server listens on all of them. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
