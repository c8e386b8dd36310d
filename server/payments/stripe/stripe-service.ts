import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Connect, PaymentService, SimulationKeys } from '#server/payments/payment-service.ts';
import {
  ConfigError,
  type Environment,
  optional,
  origin,
  readVariables,
} from '#server/variables.ts';
import { createStripeProvider, type StripeProviderOptions } from './stripe-provider.ts';

const variables = z.object({
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_BASE: optional(origin),
});

type StripeSettings = Pick<StripeProviderOptions, 'secretKey' | 'webhookSecret' | 'apiBase'>;

/** A visitor waits for both attempts: together they stay below 15 s. */
export const stripeTimeouts = { timeoutMs: 6000, maxNetworkRetries: 1 };

export const stripe: PaymentService = {
  method: {
    label: 'Card',
    marks: [
      { src: '/media/marks/visa.svg', width: 36 },
      { src: '/media/marks/mastercard.svg', width: 36 },
      { src: '/media/marks/amex.svg', width: 36 },
    ],
    hint: 'Credit or debit card, processed by Stripe',
    company: 'Stripe',
    kind: 'redirect',
    referenceColumn: 'stripe_session_id',
    functions: { start: 'create-checkout', confirm: 'update-order-details' },
    successPage: { path: '/payment-success', parameter: 'session_id' },
  },
  /** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
  minimumCents: 50,
  completesFreeOrders: true,
  // Session ids are at most 255 characters long today.
  referencePattern: /^[A-Za-z0-9_]{1,255}$/,
  variable: 'STRIPE_SECRET_KEY',
  configure(env) {
    const settings = readStripeSettings(env);
    return settings && connectTo(settings);
  },
  simulation: {
    label: 'card payments',
    createKeys: () => ({ secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` }),
    variables: (keys, webhookUrl) => stripeSandbox({ ...keysOf(keys), webhookUrl }),
    connect: (keys, sandboxUrl) => connectTo({ ...keysOf(keys), apiBase: sandboxUrl }),
  },
};

const keysOf = ({ secretKey = '', webhookSecret = '' }: SimulationKeys) => ({
  secretKey,
  webhookSecret,
});

/** What the sandbox's process needs to simulate Stripe. */
export function stripeSandbox(keys: {
  secretKey: string;
  webhookSecret: string;
  webhookUrl: string;
}) {
  return {
    SANDBOX_STRIPE_SECRET_KEY: keys.secretKey,
    SANDBOX_STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    SANDBOX_STRIPE_WEBHOOK_URL: keys.webhookUrl,
  };
}

function connectTo(settings: StripeSettings): Connect {
  return ({ now }) => createStripeProvider({ ...settings, ...stripeTimeouts, now });
}

function readStripeSettings(env: Environment): StripeSettings | null {
  const values = readVariables(variables, env);
  if (!values.STRIPE_SECRET_KEY) return null;
  if (values.STRIPE_SECRET_KEY.startsWith('pk_')) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY: this is a publishable key (pk_…); the secret one begins with sk_ or rk_',
    );
  }
  if (!/^[sr]k_(test|live)_/.test(values.STRIPE_SECRET_KEY)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY: must begin with sk_test_, sk_live_, rk_test_ or rk_live_',
    );
  }
  if (!values.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: needed when STRIPE_SECRET_KEY is set');
  }
  if (!values.STRIPE_WEBHOOK_SECRET.startsWith('whsec_')) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: must begin with whsec_');
  }
  if (/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY) && values.STRIPE_API_BASE) {
    if (new URL(values.STRIPE_API_BASE).hostname !== 'api.stripe.com') {
      throw new ConfigError('STRIPE_API_BASE: a live key must not be sent to a sandbox');
    }
  }
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    apiBase: values.STRIPE_API_BASE,
  };
}

function random(): string {
  return randomBytes(16).toString('hex');
}
