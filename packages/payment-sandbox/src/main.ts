#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type ListeningSandbox, listenSandbox } from './listen.ts';

const usage = `payment-sandbox

Plays Stripe, PayPal and a mail server on this machine. Set by the environment:

  SANDBOX_PORT                    HTTP, 3001 by default; 0 for any free port
  SANDBOX_SMTP_PORT               SMTP, any free port by default
  SANDBOX_HOST                    127.0.0.1 by default
  SANDBOX_DATA_DIR                stores everything there; without it a restart forgets
  SANDBOX_STRIPE_SECRET_KEY       the one key accepted; without it any
  SANDBOX_STRIPE_WEBHOOK_URL      where Stripe's events go
  SANDBOX_STRIPE_WEBHOOK_SECRET   signs them
  SANDBOX_PAYPAL_CLIENT_ID        with SANDBOX_PAYPAL_CLIENT_SECRET the one pair accepted
  SANDBOX_PAYPAL_WEBHOOK_URL      where PayPal's events go
  SANDBOX_PAYPAL_WEBHOOK_ID       a part of what is signed

When it listens it prints one line of JSON: {"type":"ready","httpPort":3001,"smtpPort":2525}
`;

let sandbox: ListeningSandbox | undefined;
let leaving = false;

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  await sandbox?.close();
  process.exit(0);
}

// Registered first, so that the sandbox exits even if its parent goes away during startup.
process.once('disconnect', leave);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, leave);

if (readArguments().help) {
  process.stdout.write(usage);
  process.exit(0);
}

const optional = z
  .string()
  .transform((value) => value || undefined)
  .optional();
const port = z.coerce.number().int().min(0).max(65_535);

const address = z
  .union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/ })])
  .optional();

const environment = z
  .object({
    SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
    SANDBOX_PORT: port.default(3001),
    SANDBOX_SMTP_PORT: port.default(0),
    SANDBOX_DATA_DIR: optional,
    SANDBOX_STRIPE_SECRET_KEY: optional,
    SANDBOX_STRIPE_WEBHOOK_URL: address,
    SANDBOX_STRIPE_WEBHOOK_SECRET: optional,
    SANDBOX_PAYPAL_CLIENT_ID: optional,
    SANDBOX_PAYPAL_CLIENT_SECRET: optional,
    SANDBOX_PAYPAL_WEBHOOK_URL: address,
    SANDBOX_PAYPAL_WEBHOOK_ID: optional,
  })
  .refine((env) => !env.SANDBOX_STRIPE_WEBHOOK_URL || env.SANDBOX_STRIPE_WEBHOOK_SECRET, {
    path: ['SANDBOX_STRIPE_WEBHOOK_SECRET'],
    message: 'is needed to sign for SANDBOX_STRIPE_WEBHOOK_URL',
  })
  .refine((env) => !env.SANDBOX_PAYPAL_WEBHOOK_URL || env.SANDBOX_PAYPAL_WEBHOOK_ID, {
    path: ['SANDBOX_PAYPAL_WEBHOOK_ID'],
    message: 'is needed to sign for SANDBOX_PAYPAL_WEBHOOK_URL',
  });

const parsed = environment.safeParse(process.env);
if (!parsed.success) fail(`The sandbox's settings do not fit:\n${z.prettifyError(parsed.error)}`);
const env = parsed.data;

const url = env.SANDBOX_STRIPE_WEBHOOK_URL;
const secret = env.SANDBOX_STRIPE_WEBHOOK_SECRET;
const clientId = env.SANDBOX_PAYPAL_CLIENT_ID;
const clientSecret = env.SANDBOX_PAYPAL_CLIENT_SECRET;
const paypalUrl = env.SANDBOX_PAYPAL_WEBHOOK_URL;
const webhookId = env.SANDBOX_PAYPAL_WEBHOOK_ID;

sandbox = await listenSandbox({
  host: env.SANDBOX_HOST,
  httpPort: env.SANDBOX_PORT,
  smtpPort: env.SANDBOX_SMTP_PORT,
  dataDir: env.SANDBOX_DATA_DIR,
  stripe: {
    secretKey: env.SANDBOX_STRIPE_SECRET_KEY,
    webhook: url && secret ? { url, secret } : undefined,
  },
  paypal: {
    credentials: clientId && clientSecret ? { clientId, clientSecret } : undefined,
    webhook: paypalUrl && webhookId ? { url: paypalUrl, id: webhookId } : undefined,
  },
}).catch((error: Error) => fail(`The sandbox could not start: ${error.message}`));

const ready = { type: 'ready', httpPort: sandbox.httpPort, smtpPort: sandbox.smtpPort };
if (process.send === undefined) process.stdout.write(`${JSON.stringify(ready)}\n`);
else if (process.connected) process.send(ready);

function readArguments(): { help?: boolean | undefined } {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } } }).values;
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
