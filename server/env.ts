import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { LevelWithSilent } from 'pino';
import { z } from 'zod';
import { createAddressReader } from './http/client-address.ts';
import type { Connect } from './payments/payment-service.ts';
import { type PaymentProviderName, paymentProviders, serviceOf } from './payments/registry.ts';
import { readSignInConfig, type SignInConfig } from './read-sign-in-config.ts';
import {
  type BackupConfig,
  readBackup,
  readS3,
  type S3Config,
  storeVariables,
} from './read-store-config.ts';
import {
  ConfigError,
  type Environment,
  isLoopbackHost,
  optional,
  origin,
  readVariables,
} from './variables.ts';

/** Everything that is configured from outside, validated once at startup. */
export interface Config {
  port: number;
  host: string;
  /** Public origin without a trailing slash; null if not set (a shop on loopback). */
  siteUrl: string | null;
  dataDir: string;
  /** Where replicas find the assets of each other's builds; null if each serves its own. */
  assetsDir: string | null;
  databaseUrl: string | null;
  /** Where migrations run; null: at `databaseUrl`. */
  migrationDatabaseUrl: string | null;
  /** How many processes serve the port; always one with the embedded database. */
  workers: number;
  /** How long startup waits for a database that can't be reached. */
  databaseWaitSeconds: number;
  /** How long a shop that is shutting down still accepts new requests, so that proxies notice. */
  drainSeconds: number;
  /** An S3-compatible store for uploaded files; null stores them under `dataDir`. */
  s3: S3Config | null;
  /** A hosted project whose REST API, accounts and storage replace ours. */
  hosted: { url: string; publishableKey: string; secretKey: string } | null;
  keys: { publishable: string | undefined; secret: string | undefined };
  admin: { email: string; password: string | undefined };
  signIn: SignInConfig;
  /** Null if not configured: simulated on loopback, off and hidden elsewhere. */
  payments: Record<PaymentProviderName, Connect | null>;
  smtpUrl: string | null;
  /** Null: the shop's name and address from its settings. */
  emailFrom: string | null;
  teamEmail: string;
  trustProxy: string;
  /** Exposes the payment pages of simulated providers to the same network as HOST does the shop. */
  publicSandbox: boolean;
  /**
   * The secret behind unit codes and signatures, the newest first if several; null: a file of the
   * shop's own.
   */
  authenticitySecret: string | null;
  seed: 'demo' | 'demo-full' | 'none';
  rateLimits: boolean;
  pageCache: boolean;
  backup: BackupConfig;
  /** Where incidents are posted as JSON; if null, the team is only emailed. */
  alertWebhookUrl: string | null;
  /** How traces are sent; null if no OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  tracing: { serviceName: string; ratio: number } | null;
  accessLog: 'off' | 'on' | 'all';
  /** Null: each program uses its default. */
  logLevel: LevelWithSilent | null;
  /** Where metrics are served: on a port of their own, or on the shop's port with the token. */
  metrics: { port: number | null; host: string; token: string | null };
}

/** Nobody's address: a shop that is open to others sets ADMIN_EMAIL. */
export const defaultAdminEmail = 'admin@livfit.example';

/** Browsers identify a site by scheme, host and port; the shop's paths start at the root. */
const bareOrigin = origin.refine((url) => URL.parse(url)?.origin === url, {
  message: 'must be a URL without a path, such as https://shop.example',
});
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const number = (least: number, most: number, isWhole = true) =>
  z.coerce
    .number(numberWords(least, most, isWhole))
    .refine((value) => value >= least && value <= most && (!isWhole || Number.isInteger(value)), {
      message: numberWords(least, most, isWhole),
    });
const numberWords = (least: number, most: number, isWhole: boolean) =>
  `must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`;
const seconds = number(0, 3600);
/** Other host names depend on DNS, and a typo in one would be reported as a different fault. */
const listenAddress = z.string().refine((host) => isIP(host) !== 0 || host === 'localhost', {
  message: 'must be an IP address to listen on, such as 127.0.0.1 or 0.0.0.0, or localhost',
});
const mailbox = z.string().regex(/[^\s<>@]+@[^\s<>@]+/, {
  message: "must hold an email address, as in 'Shop <hello@shop.example>'",
});
const mailServerUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'must name the mail server, as in smtp://user:password@mail.example:587',
});
const schema = z.object({
  PORT: optional(number(0, 65535)),
  HOST: optional(listenAddress),
  SITE_URL: optional(bareOrigin),
  DATA_DIR: optional(z.string()),
  ASSETS_DIR: optional(z.string()),
  DATABASE_URL: optional(postgresUrl),
  MIGRATION_DATABASE_URL: optional(postgresUrl),
  WORKERS: optional(
    z.union([z.literal('auto'), number(1, 64)], { error: `${numberWords(1, 64, true)}, or auto` }),
  ),
  DATABASE_WAIT_SECONDS: optional(seconds),
  DRAIN_SECONDS: optional(seconds),
  SUPABASE_URL: optional(origin),
  SUPABASE_PUBLISHABLE_KEY: optional(z.string()),
  SUPABASE_SECRET_KEY: optional(z.string()),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(6).regex(/\S/, 'must hold more than spaces')),
  ...storeVariables,
  SMTP_URL: optional(mailServerUrl),
  EMAIL_FROM: optional(mailbox),
  TEAM_EMAIL: optional(z.email()),
  TRUST_PROXY: optional(z.string()),
  SANDBOX: optional(z.enum(['public'])),
  SEED: optional(z.enum(['demo', 'demo-full', 'none'])),
  RATE_LIMITS: optional(z.enum(['on', 'off'])),
  PAGE_CACHE: optional(z.enum(['on', 'off'])),
  AUTHENTICITY_SECRET: optional(
    z.string().refine((list) => list.split(',').every((secret) => secret.trim().length >= 32), {
      message: 'must have at least 32 characters, each of several separated by commas',
    }),
  ),
  ALERT_WEBHOOK_URL: optional(z.url({ protocol: /^https?$/ })),
  ACCESS_LOG: optional(z.enum(['off', 'on', 'all'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_SERVICE_NAME: optional(z.string()),
  OTEL_TRACES_SAMPLER_ARG: optional(number(0, 1, false)),
  METRICS_PORT: optional(number(1, 65535)),
  METRICS_HOST: optional(listenAddress),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
});

/** Reads the environment (docs/operating.md, "Configuration"). Throws {@link ConfigError}. */
export function readConfig(env: Environment): Config {
  const values = readVariables(schema, env);
  const siteUrl = values.SITE_URL ?? null;
  const adminEmail = values.ADMIN_EMAIL ?? defaultAdminEmail;
  const config: Config = {
    port: values.PORT ?? 3000,
    host: values.HOST ?? '127.0.0.1',
    siteUrl,
    dataDir: values.DATA_DIR ?? './data',
    assetsDir: values.ASSETS_DIR ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL ?? null,
    workers: readWorkers(values),
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS ?? 10,
    // Without PostgreSQL, there is no other process that could take over.
    drainSeconds: values.DRAIN_SECONDS ?? (values.DATABASE_URL ? 5 : 0),
    s3: readS3(values),
    hosted: readHosted(values),
    keys: readKeys(values),
    signIn: requireSignIn(env),
    admin: { email: adminEmail, password: values.ADMIN_PASSWORD },
    payments: readPayments(env),
    smtpUrl: values.SMTP_URL ?? null,
    emailFrom: values.EMAIL_FROM ?? null,
    teamEmail: values.TEAM_EMAIL ?? adminEmail,
    trustProxy: readTrustProxy(values),
    publicSandbox: values.SANDBOX === 'public',
    authenticitySecret: values.AUTHENTICITY_SECRET ?? null,
    seed: values.SEED ?? 'demo',
    rateLimits: values.RATE_LIMITS !== 'off',
    pageCache: values.PAGE_CACHE !== 'off',
    backup: readBackup(values),
    alertWebhookUrl: values.ALERT_WEBHOOK_URL ?? null,
    tracing: readTracing(values),
    accessLog: values.ACCESS_LOG ?? 'off',
    logLevel: values.LOG_LEVEL ?? null,
    metrics: {
      port: values.METRICS_PORT ?? null,
      host: values.METRICS_HOST ?? '127.0.0.1',
      token: values.METRICS_TOKEN ?? null,
    },
  };
  refuseUnsafe(config);
  return config;
}

type Values = z.infer<typeof schema>;

function readWorkers({ WORKERS: workers = 1, DATABASE_URL, PORT }: Values): number {
  const wanted = workers === 'auto' ? availableParallelism() : workers;
  if (wanted > 1 && PORT === 0) {
    throw new ConfigError('PORT: must be a fixed port, not 0, with several WORKERS');
  }
  return DATABASE_URL ? wanted : 1;
}

function readTracing(values: Values): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = values;
  if (!all && !traces) return null;
  return {
    serviceName: values.OTEL_SERVICE_NAME ?? 'livfit',
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
  };
}

function readHosted(values: Values): Config['hosted'] {
  if (!values.SUPABASE_URL) return null;
  for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'DATABASE_URL'] as const) {
    if (!values[name]) throw new ConfigError(`${name}: needed when SUPABASE_URL is set`);
  }
  return {
    url: values.SUPABASE_URL,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: values.SUPABASE_SECRET_KEY ?? '',
  };
}

/** The publishable key is public; a secret key in its place would be published. */
function readKeys(values: Values): Config['keys'] {
  const { SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = values;
  if (publishable?.startsWith('sb_secret_') || roleOf(publishable) === 'service_role') {
    throw new ConfigError('SUPABASE_PUBLISHABLE_KEY: this is a secret key');
  }
  if (secret?.startsWith('sb_publishable_') || roleOf(secret) === 'anon') {
    throw new ConfigError('SUPABASE_SECRET_KEY: this is a publishable key');
  }
  if (publishable && !/^sb_publishable_./.test(publishable) && roleOf(publishable) !== 'anon') {
    throw new ConfigError(
      'SUPABASE_PUBLISHABLE_KEY: must begin with sb_publishable_, or be the token of the anon role',
    );
  }
  if (secret && !/^sb_secret_.{8}/.test(secret) && roleOf(secret) !== 'service_role') {
    throw new ConfigError(
      'SUPABASE_SECRET_KEY: must be sb_secret_ and at least 8 characters more, or the token of the service_role',
    );
  }
  return { publishable, secret };
}

/** The role in a legacy key, which is a JWT. */
function roleOf(key = ''): unknown {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role;
  } catch {
    return null;
  }
}

function readTrustProxy({ TRUST_PROXY = '' }: Values): string {
  try {
    createAddressReader(TRUST_PROXY);
    return TRUST_PROXY;
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError(error.message);
    throw error;
  }
}

function requireSignIn(env: Environment): SignInConfig {
  const read = readSignInConfig(env);
  if (!('settings' in read)) {
    throw new ConfigError(`The configuration cannot be used.\n  ${read.join('\n  ')}`);
  }
  return read;
}

function readPayments(env: Environment): Config['payments'] {
  return Object.fromEntries(
    paymentProviders.map((name) => [name, serviceOf(name).configure(env)]),
  ) as Config['payments'];
}

function refuseUnsafe(config: Config): void {
  if (config.migrationDatabaseUrl && !config.databaseUrl) {
    throw new ConfigError('DATABASE_URL: needed when MIGRATION_DATABASE_URL is set');
  }
  if (isLoopbackSite(config)) {
    refuseUnusableSandbox(config);
    return;
  }
  if (Object.values(config.payments).every((connect) => !connect)) {
    const variables = paymentProviders.map((name) => serviceOf(name).variable).join(' or ');
    throw new ConfigError(`${variables}: a shop at a public SITE_URL needs a payment provider`);
  }
  if (!config.rateLimits) {
    throw new ConfigError('RATE_LIMITS: can be off only when SITE_URL is a loopback address');
  }
}

/** Anyone who can reach simulated providers can order without paying and read all emails. */
function refuseUnusableSandbox(config: Config): void {
  const simulated = whatIsSimulated(config);
  if (simulated.length === 0) return;
  if (config.port === 65_535) {
    throw new ConfigError(
      `PORT: 65535 leaves no port above it for the sandbox, which simulates ${simulated.join(', ')}`,
    );
  }
  if (isLoopbackAddress(config.host) || config.publicSandbox) return;
  throw new ConfigError(
    `HOST: ${config.host} opens the shop to the network while ${simulated.join(', ')} would be simulated. ` +
      'Set SITE_URL and the providers, or SANDBOX=public to open the simulated pay pages too',
  );
}

/** What the sandbox simulates on loopback, in words for people. */
export function whatIsSimulated(config: Pick<Config, 'payments' | 'smtpUrl'>): string[] {
  return [
    ...paymentProviders.flatMap((name) =>
      config.payments[name] ? [] : (serviceOf(name).simulation?.label ?? []),
    ),
    ...(config.smtpUrl ? [] : ['mail']),
  ];
}

/** A shop that only this machine can reach: unconfigured providers are simulated. */
export function isLoopbackSite(config: Pick<Config, 'siteUrl'>): boolean {
  return config.siteUrl === null || isLoopbackHost(new URL(config.siteUrl).hostname);
}

/** As a listen address: outside of URLs, IPv6 addresses have no brackets. */
export function isLoopbackAddress(host: string): boolean {
  return isLoopbackHost(host.includes(':') ? `[${host}]` : host);
}
