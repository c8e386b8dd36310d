import { z } from 'zod';
import { readSignIn, type SignInConfig } from './read-sign-in.ts';

/** Everything that is configured from outside, validated once at start. */
export interface Config {
  port: number;
  host: string;
  /** Public origin without a trailing slash; null when none was given (a loopback shop). */
  siteUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** An S3-compatible store for uploaded files; null keeps them under `dataDir`. */
  s3: S3Config | null;
  /** A hosted project whose table interface, accounts and storage take the place of ours. */
  hosted: { url: string; publishableKey: string; secretKey: string } | null;
  keys: { publishable: string | undefined; secret: string | undefined };
  admin: { email: string; password: string | undefined };
  signIn: SignInConfig;
  /** null: not configured. Simulated on loopback, off and hidden elsewhere. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | undefined } | null;
  paypal: {
    clientId: string;
    clientSecret: string;
    webhookId: string;
    apiBase: string | undefined;
    webBase: string | undefined;
  } | null;
  smtpUrl: string | null;
  emailFrom: string;
  teamEmail: string;
  trustProxy: string;
  /** Opens the pay pages of simulated providers to the network that HOST opens the shop to. */
  publicSandbox: boolean;
  seed: 'demo' | 'none';
  rateLimits: boolean;
  pageCache: boolean;
}

interface S3Config {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
  forcePathStyle: boolean;
}

/** A configuration the shop refuses to start with. The message names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** Browsers know a site by scheme, host and port; the shop's addresses begin at the root. */
const bareOrigin = origin.refine((url) => URL.parse(url)?.origin === url, {
  message: 'must be an address without a path, such as https://shop.example',
});
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const schema = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65535)),
  HOST: optional(z.string()),
  SITE_URL: optional(bareOrigin),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  SUPABASE_URL: optional(origin),
  SUPABASE_PUBLISHABLE_KEY: optional(z.string()),
  SUPABASE_SECRET_KEY: optional(z.string()),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(6)),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_BASE: optional(origin),
  PAYPAL_CLIENT_ID: optional(z.string()),
  PAYPAL_CLIENT_SECRET: optional(z.string()),
  PAYPAL_WEBHOOK_ID: optional(z.string()),
  PAYPAL_API_BASE: optional(origin),
  PAYPAL_WEB_BASE: optional(origin),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(origin),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_PREFIX: optional(z.string().regex(/^[\w./-]*$/)),
  S3_FORCE_PATH_STYLE: optional(z.enum(['true', 'false'])),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  EMAIL_FROM: optional(z.string()),
  TEAM_EMAIL: optional(z.email()),
  TRUST_PROXY: optional(z.string()),
  SANDBOX: optional(z.enum(['public'])),
  SEED: optional(z.enum(['demo', 'none'])),
  RATE_LIMITS: optional(z.enum(['on', 'off'])),
  PAGE_CACHE: optional(z.enum(['on', 'off'])),
});

/** Reads the environment (architecture, "Environment"). Throws {@link ConfigError}. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new ConfigError(`The configuration cannot be used.\n  ${problems.join('\n  ')}`);
  }
  const values = parsed.data;
  const siteUrl = values.SITE_URL ?? null;
  const adminEmail = values.ADMIN_EMAIL ?? 'admin@livfit.example';
  const config: Config = {
    port: values.PORT ?? 3000,
    host: values.HOST ?? '127.0.0.1',
    siteUrl,
    dataDir: values.DATA_DIR ?? './data',
    databaseUrl: values.DATABASE_URL ?? null,
    s3: readS3(values),
    hosted: readHosted(values),
    keys: readKeys(values),
    signIn: requireSignIn(env),
    admin: { email: adminEmail, password: values.ADMIN_PASSWORD },
    stripe: readStripe(values),
    paypal: readPaypal(values),
    smtpUrl: values.SMTP_URL ?? null,
    emailFrom: values.EMAIL_FROM ?? 'Liv Fit <hello@livfit.example>',
    teamEmail: values.TEAM_EMAIL ?? adminEmail,
    trustProxy: values.TRUST_PROXY ?? '',
    publicSandbox: values.SANDBOX === 'public',
    seed: values.SEED ?? 'demo',
    rateLimits: values.RATE_LIMITS !== 'off',
    pageCache: values.PAGE_CACHE !== 'off',
  };
  refuseUnsafe(config);
  return config;
}

type Values = z.infer<typeof schema>;

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

/** The publishable key is told to every visitor: a secret one in its place would be too. */
function readKeys(values: Values): Config['keys'] {
  const { SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = values;
  if (publishable?.startsWith('sb_secret_') || roleOf(publishable) === 'service_role') {
    throw new ConfigError('SUPABASE_PUBLISHABLE_KEY: this is a secret key');
  }
  if (secret?.startsWith('sb_publishable_') || roleOf(secret) === 'anon') {
    throw new ConfigError('SUPABASE_SECRET_KEY: this is a publishable key');
  }
  return { publishable, secret };
}

/** Of a key of the older kind, which is a token. */
function roleOf(key = ''): unknown {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role;
  } catch {
    return null;
  }
}

function requireSignIn(env: Record<string, string | undefined>): SignInConfig {
  const read = readSignIn(env);
  if (!('settings' in read)) {
    throw new ConfigError(`The configuration cannot be used.\n  ${read.join('\n  ')}`);
  }
  return read;
}

function readS3(values: Values): S3Config | null {
  if (!values.S3_BUCKET) {
    if (values.S3_ENDPOINT) throw new ConfigError('S3_BUCKET: needed when S3_ENDPOINT is set');
    return null;
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (!values[name]) throw new ConfigError(`${name}: needed when S3_BUCKET is set`);
  }
  return {
    bucket: values.S3_BUCKET,
    region: values.S3_REGION ?? 'us-east-1',
    endpoint: values.S3_ENDPOINT,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
    prefix: values.S3_PREFIX ?? '',
    // Stores other than Amazon's seldom have a host name for each bucket.
    forcePathStyle: values.S3_FORCE_PATH_STYLE
      ? values.S3_FORCE_PATH_STYLE === 'true'
      : values.S3_ENDPOINT !== undefined,
  };
}

function readStripe(values: Values): Config['stripe'] {
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

function readPaypal(values: Values): Config['paypal'] {
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

function refuseUnsafe(config: Config): void {
  if (isLoopbackSite(config)) {
    refuseUnusableSandbox(config);
    return;
  }
  if (!config.stripe && !config.paypal) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY or PAYPAL_CLIENT_ID: a shop at a public SITE_URL needs a payment provider',
    );
  }
  if (!config.rateLimits) {
    throw new ConfigError('RATE_LIMITS: can be off only when SITE_URL is a loopback address');
  }
}

/** Whoever reaches simulated providers pays with nothing and reads everybody's mail. */
function refuseUnusableSandbox(config: Config): void {
  const simulated = [
    ...(config.stripe ? [] : ['card payments']),
    ...(config.paypal ? [] : ['PayPal']),
    ...(config.smtpUrl ? [] : ['mail']),
  ];
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

/** A shop that only this machine reaches: unconfigured providers are simulated. */
export function isLoopbackSite(config: Pick<Config, 'siteUrl'>): boolean {
  return config.siteUrl === null || isLoopbackHost(new URL(config.siteUrl).hostname);
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** As a server is told to listen on it; elsewhere than in URLs, IPv6 has no brackets. */
export function isLoopbackAddress(host: string): boolean {
  return isLoopbackHost(host.includes(':') ? `[${host}]` : host);
}
