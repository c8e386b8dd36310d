import type { MailServer } from '#domain/first-day.ts';
import type { SiteFacts } from '#domain/settings.ts';
import {
  createMailTransport,
  type MailTransport,
  noMailTransport,
} from '#server/email/mail-transport.ts';
import { type Config, isLoopbackAddress, isLoopbackSite, whatIsSimulated } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import { checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { paymentProviders, serviceOf } from '#server/payments/registry.ts';
import { openOnVisitorsHost } from './open-on-visitors-host.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

/** The services for payments and email: the configured ones, or their simulations on loopback. */
export interface Providers {
  payments: PaymentProvider[];
  mail: { transport: MailTransport; server: MailServer };
  sandbox: Sandbox | null;
  /** What the sandbox simulates, as shown to people. */
  simulated: string[];
}

export interface ProviderOptions {
  config: Config;
  root: string;
  /** The port that was really taken. */
  port: number;
  site: () => Promise<Pick<SiteFacts, 'brand'>>;
}

export const mailTimeouts = { connectMs: 10_000, idleMs: 20_000 };

export async function chooseProviders(options: ProviderOptions): Promise<Providers> {
  const { config, site } = options;
  const simulates = isLoopbackSite(config);
  const simulated = simulates ? whatIsSimulated(config) : [];
  const webhooks = `${describeListening(config.host, options.port).localOrigin}/webhooks`;
  const opensPages = config.publicSandbox && !isLoopbackAddress(config.host);
  const simulations = paymentProviders.map((name) => ({
    name,
    simulation: serviceOf(name).simulation?.prepare(),
  }));
  const sandbox =
    simulated.length === 0
      ? null
      : await startSandbox({
          root: options.root,
          port: config.port === 0 ? 0 : options.port + 1,
          // Refused by the configuration beyond loopback, unless the pay pages are to be opened.
          host: config.host,
          dataDir: `${config.dataDir}/sandbox`,
          variables: Object.assign(
            {},
            ...simulations.map(({ name, simulation }) =>
              simulation?.variables(`${webhooks}/${name}`),
            ),
          ),
        });
  const smtpUrl = config.smtpUrl ?? sandbox?.smtpUrl;
  const surroundings = {
    now: () => new Date(),
    brandName: async () => (await site()).brand,
    openForMs: checkoutLifetimeMs,
  };
  const payments = simulations.flatMap(({ name, simulation }) => {
    const configured = config.payments[name];
    if (configured) return configured(surroundings);
    if (!sandbox || !simulation) return [];
    const connected = simulation.connect(sandbox.url)(surroundings);
    const provider: PaymentProvider = { ...connected, keys: 'simulated' };
    return opensPages ? openOnVisitorsHost(provider) : provider;
  });
  return {
    payments,
    mail: smtpUrl
      ? {
          transport: createMailTransport(smtpUrl, mailTimeouts),
          server: config.smtpUrl ? 'smtp' : 'simulated',
        }
      : { transport: noMailTransport, server: 'none' },
    sandbox,
    simulated,
  };
}
