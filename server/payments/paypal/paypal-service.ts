import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { orderPlaceholders } from '#domain/order.ts';
import type { Connect, PaymentService, SimulationKeys } from '#server/payments/payment-service.ts';
import {
  ConfigError,
  type Environment,
  isLoopbackHost,
  optional,
  origin,
  readVariables,
} from '#server/variables.ts';
import { paypalBaseUrls } from './paypal-base-urls.ts';
import { createPaypalProvider } from './paypal-provider.ts';

const variables = z.object({
  PAYPAL_CLIENT_ID: optional(z.string()),
  PAYPAL_CLIENT_SECRET: optional(z.string()),
  PAYPAL_WEBHOOK_ID: optional(z.string()),
  PAYPAL_API_BASE: optional(origin),
  PAYPAL_WEB_BASE: optional(origin),
});

interface PaypalSettings {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  apiBase?: string | undefined;
  webBase?: string | undefined;
}

/** A visitor waits for all attempts: together they stay below 15 s. */
export const paypalTimeouts = { tryMs: 6000, operationMs: 13_000 };

export const paypal: PaymentService = {
  method: {
    label: 'PayPal',
    marks: [{ src: '/media/marks/paypal.svg', width: 72 }],
    hint: 'Paid from your PayPal account',
    company: 'PayPal',
    kind: 'approve',
    referenceColumn: 'paypal_order_id',
    functions: { start: 'create-paypal-order', confirm: 'capture-paypal-payment' },
    successPage: { path: '/paypal-success', parameter: 'token' },
  },
  minimumCents: 1,
  completesFreeOrders: false,
  referencePattern: /^[A-Z0-9]{10,36}$/,
  placeholders: {
    name: orderPlaceholders.walletName,
    email: orderPlaceholders.walletEmail,
    address: orderPlaceholders.walletAddress,
  },
  variable: 'PAYPAL_CLIENT_ID',
  configure(env) {
    const settings = readPaypalSettings(env);
    return settings && connectTo(settings);
  },
  simulation: {
    label: 'PayPal',
    createKeys: () => ({ clientId: random(), clientSecret: random(), webhookId: random() }),
    variables: (keys, webhookUrl) => paypalSandbox({ ...keysOf(keys), webhookUrl }),
    connect: (keys, sandboxUrl) => connectTo({ ...keysOf(keys), apiBase: `${sandboxUrl}/paypal` }),
  },
};

const keysOf = ({ clientId = '', clientSecret = '', webhookId = '' }: SimulationKeys) => ({
  clientId,
  clientSecret,
  webhookId,
});

/** What the sandbox's process needs to simulate PayPal. */
export function paypalSandbox(keys: {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  webhookUrl: string;
}) {
  return {
    SANDBOX_PAYPAL_CLIENT_ID: keys.clientId,
    SANDBOX_PAYPAL_CLIENT_SECRET: keys.clientSecret,
    SANDBOX_PAYPAL_WEBHOOK_ID: keys.webhookId,
    SANDBOX_PAYPAL_WEBHOOK_URL: keys.webhookUrl,
  };
}

function connectTo(settings: PaypalSettings): Connect {
  return (surroundings) =>
    createPaypalProvider({
      ...settings,
      ...paypalBaseUrls(settings),
      ...paypalTimeouts,
      ...surroundings,
    });
}

export function readPaypalSettings(env: Environment): PaypalSettings | null {
  const values = readVariables(variables, env);
  if (!values.PAYPAL_CLIENT_ID && !values.PAYPAL_CLIENT_SECRET) return null;
  if (!values.PAYPAL_CLIENT_ID || !values.PAYPAL_CLIENT_SECRET) {
    throw new ConfigError('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: both or neither');
  }
  if (!values.PAYPAL_WEBHOOK_ID) {
    throw new ConfigError('PAYPAL_WEBHOOK_ID: needed when PAYPAL_CLIENT_ID is set');
  }
  for (const name of ['PAYPAL_API_BASE', 'PAYPAL_WEB_BASE'] as const) {
    const base = new URL(values[name] ?? 'https://www.paypal.com');
    if (base.protocol !== 'https:' && !isLoopbackHost(base.hostname)) {
      throw new ConfigError(`${name}: must be an https address`);
    }
  }
  const { PAYPAL_API_BASE: api, PAYPAL_WEB_BASE: web } = values;
  if (web && isPaypalTest(web) !== isPaypalTest(api)) {
    throw new ConfigError('PAYPAL_WEB_BASE: does not belong to PAYPAL_API_BASE');
  }
  return {
    clientId: values.PAYPAL_CLIENT_ID,
    clientSecret: values.PAYPAL_CLIENT_SECRET,
    webhookId: values.PAYPAL_WEBHOOK_ID,
    apiBase: values.PAYPAL_API_BASE,
    webBase: values.PAYPAL_WEB_BASE,
  };
}

function isPaypalTest(base = ''): boolean {
  return /\bsandbox\.paypal\.com$/.test(URL.parse(base)?.hostname ?? '');
}

function random(): string {
  return randomBytes(16).toString('hex');
}
