import type { MailServer } from '#domain/first-day.ts';
import type { SiteFacts } from '#domain/settings.ts';
import {
  createMailTransport,
  type MailTransport,
  noMailTransport,
} from '#server/email/mail-transport.ts';
import { type Config, isLoopbackAddress, isLoopbackSite, whatIsSimulated } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import type { LimitStore } from '#server/http/rate-limiter.ts';
import { checkoutLifetimeMs } from '#server/orders/checkout/checkout-lifetime.ts';
import type { SimulationKeys } from '#server/payments/payment-service.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { paymentProviders, serviceOf } from '#server/payments/registry.ts';
import { openOnVisitorsHost } from './open-on-visitors-host.ts';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

/** The services for payments and email: the configured ones, or their simulations on loopback. */
export interface Providers {
  payments: PaymentProvider[];
  mail: { transport: MailTransport; server: MailServer };
  /** What the sandbox simulates, in words for people. */
  simulated: string[];
}

export interface ProviderOptions {
  config: Config;
  simulation: SharedSimulation | null;
  site: () => Promise<Pick<SiteFacts, 'brand'>>;
  /** See `ProviderDeps`. */
  store: LimitStore;
}

/** A running sandbox, and the keys by which it knows the shop. */
export interface SharedSimulation {
  url: string;
  smtpUrl: string;
  /** By payment provider. */
  keys: Record<string, SimulationKeys>;
}

export interface SimulationOptions {
  config: Config;
  root: string;
  port: number;
}

export const mailTimeouts = { connectMs: 10_000, idleMs: 20_000 };

/** Null if nothing has to be simulated. */
export async function startSimulation({
  config,
  root,
  port,
}: SimulationOptions): Promise<(SharedSimulation & Pick<Sandbox, 'stop'>) | null> {
  if (!isLoopbackSite(config) || whatIsSimulated(config).length === 0) return null;
  const webhooks = `${describeListening(config.host, port).localOrigin}/webhooks`;
  const keys: SharedSimulation['keys'] = {};
  const variables: Record<string, string> = {};
  for (const name of paymentProviders) {
    const { simulation } = serviceOf(name);
    if (!simulation) continue;
    keys[name] = simulation.createKeys();
    Object.assign(variables, simulation.variables(keys[name], `${webhooks}/${name}`));
  }
  const sandbox = await startSandbox({
    root,
    port: config.port === 0 ? 0 : port + 1,
    // Beyond loopback the configuration refuses this, unless the payment pages are meant to be
    // public.
    host: config.host,
    dataDir: `${config.dataDir}/sandbox`,
    variables,
  });
  return { ...sandbox, keys };
}

export async function chooseProviders(options: ProviderOptions): Promise<Providers> {
  const { config, site, simulation, store } = options;
  const opensPages = config.publicSandbox && !isLoopbackAddress(config.host);
  const smtpUrl = config.smtpUrl ?? simulation?.smtpUrl;
  const surroundings = {
    now: () => new Date(),
    brandName: async () => (await site()).brand,
    openForMs: checkoutLifetimeMs,
    store,
  };
  const payments = paymentProviders.flatMap((name) => {
    const configured = config.payments[name];
    if (configured) return configured(surroundings);
    const keys = simulation?.keys[name];
    const connect = simulation && keys && serviceOf(name).simulation?.connect(keys, simulation.url);
    if (!connect) return [];
    const provider: PaymentProvider = { ...connect(surroundings), keys: 'simulated' };
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
    simulated: simulation ? whatIsSimulated(config) : [],
  };
}
