import { describe, expect, it } from 'vitest';
import { requireRecipient } from './backups/require-recipient.ts';
import { isLoopbackSite, readConfig } from './env.ts';
import { readPaypalSettings } from './payments/paypal/paypal-service.ts';
import { ConfigError } from './variables.ts';

const paypal = {
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
};
const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

const jwt = (role: string) =>
  `eyJ.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.signature`;

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('readConfig', () => {
  it.each(['yes', '-1', '10.0.0.0/99', '::1/129', '10.0.0.0/x'])(
    'refuses TRUST_PROXY=%s before anything is made',
    (TRUST_PROXY) => {
      expect(refusal({ TRUST_PROXY })).toBe(`TRUST_PROXY: not an address: ${TRUST_PROXY}`);
    },
  );

  it('starts with nothing set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      seed: 'demo',
    });
    expect(isLoopbackSite(config)).toBe(true);
    expect(config.teamEmail).toBe(config.admin.email);
  });

  it.each([
    ['PORT', '99999'],
    ['PORT', 'x'],
    ['SITE_URL', 'livfit'],
    ['DATABASE_URL', 'mysql://x'],
    ['MIGRATION_DATABASE_URL', 'mysql://x'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', '      '],
    ['SMTP_URL', 'http://x'],
    ['SEED', 'all'],
    ['PAGE_CACHE', 'maybe'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name));
  });

  it.each([
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'nonsense'],
    ['METRICS_HOST', '0.0.0.0.0'],
    ['METRICS_PORT', 'x'],
    ['DRAIN_SECONDS', '1.5'],
    ['WORKERS', 'many'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['EMAIL_FROM', 'the shop'],
    ['SUPABASE_AUTH_PASSWORD_HIBP_ENABLED', 'maybe'],
  ])('says once and in words what %s may be, when it is %s', (name, value) => {
    const [heading, told, ...more] = refusal({ [name]: value }).split('\n');
    expect(heading).toBe('The configuration cannot be used.');
    expect(told).toMatch(new RegExp(`^  ${name}: `));
    expect(told).not.toMatch(/NaN|Invalid input$/);
    expect(more).toEqual([]);
  });

  it('needs an address to serve from beside one for migrations', () => {
    expect(refusal({ MIGRATION_DATABASE_URL: 'postgres://owner@db/shop' })).toBe(
      'DATABASE_URL: needed when MIGRATION_DATABASE_URL is set',
    );
  });

  it('treats an empty value as unset and drops a trailing slash', () => {
    expect(readConfig({ PORT: '' }).port).toBe(3000);
    expect(readConfig({ SITE_URL: 'http://localhost:4000/' }).siteUrl).toBe(
      'http://localhost:4000',
    );
  });

  it('refuses a public shop without a provider, and limits off in public', () => {
    expect(() => readConfig({ SITE_URL: 'https://livfit.example' })).toThrow(/STRIPE_SECRET_KEY/);
    expect(() =>
      readConfig({ SITE_URL: 'https://livfit.example', RATE_LIMITS: 'off', ...stripe }),
    ).toThrow(/RATE_LIMITS/);
    expect(isLoopbackSite(readConfig({ SITE_URL: 'https://livfit.example', ...stripe }))).toBe(
      false,
    );
  });

  it.each([
    ['SITE_URL', { SITE_URL: 'https://shop.example/store', ...stripe }, 'without a path'],
    ['SITE_URL', { SITE_URL: 'https://shop.example/?a=1', ...stripe }, 'without a path'],
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'pk_live_x' }, 'publishable key'],
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'whsec_x' }, 'must begin with sk_test_'],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_test_x' }, 'whsec_'],
    ['SUPABASE_PUBLISHABLE_KEY', { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_x' }, 'secret key'],
    ['SUPABASE_PUBLISHABLE_KEY', { SUPABASE_PUBLISHABLE_KEY: jwt('service_role') }, 'secret key'],
    ['SUPABASE_SECRET_KEY', { SUPABASE_SECRET_KEY: 'sb_publishable_x' }, 'publishable key'],
    ['SUPABASE_SECRET_KEY', { SUPABASE_SECRET_KEY: jwt('anon') }, 'publishable key'],
    ['SUPABASE_SECRET_KEY', { SUPABASE_SECRET_KEY: 'abc' }, 'must be sb_secret_'],
    ['SUPABASE_SECRET_KEY', { SUPABASE_SECRET_KEY: 'sb_secret_short' }, 'must be sb_secret_'],
    ['SUPABASE_PUBLISHABLE_KEY', { SUPABASE_PUBLISHABLE_KEY: 'abc' }, 'must begin with sb_publish'],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }, 'must name the mail server'],
    ['SMTP_URL', { SMTP_URL: 'smtp:///?pool=true' }, 'must name the mail server'],
    ['SMTP_URL', { SMTP_URL: 'mail.example' }, 'must name the mail server'],
    ['BACKUP_RECIPIENT', { BACKUP_RECIPIENT: 'age1abcdef' }, 'must be a whole age public key'],
    ['BACKUP_RECIPIENT', { BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' }, 'must be a whole age public'],
    ['HOST', { HOST: '0.0.0.0' }, 'SANDBOX=public'],
    ['HOST', { HOST: '::', SITE_URL: 'http://localhost:3000' }, 'SITE_URL'],
    ['HOST', { HOST: '192.0.2.5', ...stripe, ...paypal }, 'mail would be simulated'],
    ['SANDBOX', { SANDBOX: 'open' }, 'public'],
  ])('says in one line what is wrong with %s in %j', (name, env, why) => {
    const message = refusal(env);
    expect(message).toMatch(
      new RegExp(`^(The configuration cannot be used.\n  )?${name}: .*${why}`),
    );
    expect(message.replace('The configuration cannot be used.\n', '')).not.toContain('\n');
    for (const value of Object.values(env)) {
      if (/^(sk|pk|whsec|sb|ey)/.test(value)) expect(message).not.toContain(value);
    }
  });

  it('takes keys of both kinds, a mail server with or without a login, and an age public key', () => {
    for (const SUPABASE_SECRET_KEY of ['sb_secret_for_tests', jwt('service_role')]) {
      expect(readConfig({ SUPABASE_SECRET_KEY }).keys.secret).toBe(SUPABASE_SECRET_KEY);
    }
    for (const SUPABASE_PUBLISHABLE_KEY of ['sb_publishable_x', jwt('anon')]) {
      expect(readConfig({ SUPABASE_PUBLISHABLE_KEY }).keys.publishable).toBe(
        SUPABASE_PUBLISHABLE_KEY,
      );
    }
    for (const SMTP_URL of ['smtp://127.0.0.1:1025', 'smtps://a:b@mail.example']) {
      expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
    }
    expect(readConfig({ BACKUP_RECIPIENT: recipient }).backup.recipient).toBe(recipient);
  });

  it('finds a typo in the key that backups are encrypted to', async () => {
    await requireRecipient(recipient);
    await expect(requireRecipient(recipient.replace('ql3', 'ql5'))).rejects.toThrow(
      /^BACKUP_RECIPIENT: this age public key has a typo$/,
    );
  });

  it.each([
    { HOST: '0.0.0.0', SANDBOX: 'public' },
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', ...stripe, ...paypal, SMTP_URL: 'smtp://mail.example' },
    { HOST: '0.0.0.0', SITE_URL: 'https://shop.example', ...stripe },
  ])('listens where nothing simulated is opened unasked: %j', (env) => {
    expect(readConfig(env).host).toBe(env.HOST);
  });

  it('never sends a live key to a sandbox', () => {
    expect(() =>
      readConfig({
        ...stripe,
        STRIPE_SECRET_KEY: 'sk_live_x',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      }),
    ).toThrow(ConfigError);
  });

  it('rejects PayPal URLs that are not https or do not belong together', () => {
    const test = { PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' };
    expect(readPaypalSettings({ ...paypal, ...test })).toMatchObject({ clientId: 'id' });
    expect(() => readConfig({ ...paypal, PAYPAL_API_BASE: 'http://paypal.example' })).toThrow(
      /PAYPAL_API_BASE: must be an https address/,
    );
    expect(() =>
      readConfig({ ...paypal, ...test, PAYPAL_WEB_BASE: 'https://www.paypal.com' }),
    ).toThrow(/PAYPAL_WEB_BASE: does not belong/);
  });

  it('opens a public shop that takes PayPal alone', () => {
    const config = readConfig({ SITE_URL: 'https://livfit.example', ...paypal });
    expect(config.payments).toEqual({ stripe: null, paypal: expect.any(Function) });
    expect(readPaypalSettings(paypal)?.webhookId).toBe('webhook');
  });

  it('asks for what a provider or a hosted project needs', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
    expect(() => readConfig({ PAYPAL_CLIENT_ID: 'x' })).toThrow(/PAYPAL_CLIENT_SECRET/);
    expect(() => readConfig({ ...paypal, PAYPAL_WEBHOOK_ID: '' })).toThrow(/PAYPAL_WEBHOOK_ID/);
    expect(() => readConfig({ SUPABASE_URL: 'https://x.example' })).toThrow(/SUPABASE_PUBLISHABLE/);
  });
});

describe('how people sign in', () => {
  it('is by address and password with an optional second factor, unless said otherwise', () => {
    expect(readConfig({}).signIn).toEqual({
      settings: {
        manualLinking: false,
        passwordRequirements: '',
        totpEnroll: true,
        totpVerify: true,
      },
      captcha: null,
      externalProviders: {},
      refuseLeakedPasswords: false,
    });
  });

  it("is read from the Supabase CLI's names", () => {
    const { signIn } = readConfig({
      SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'web, app',
      SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: 'x',
      SUPABASE_AUTH_EXTERNAL_CUSTOM_MINE_ENABLED: 'true',
      SUPABASE_AUTH_EXTERNAL_CUSTOM_MINE_CLIENT_ID: 'y',
      SUPABASE_AUTH_EXTERNAL_CUSTOM_MINE_SECRET: 'y',
      SUPABASE_AUTH_EXTERNAL_CUSTOM_MINE_URL: 'https://id.example',
      SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: 'not enabled',
      SUPABASE_AUTH_CAPTCHA_ENABLED: 'true',
      SUPABASE_AUTH_CAPTCHA_PROVIDER: 'turnstile',
      SUPABASE_AUTH_CAPTCHA_SECRET: 'z',
      SUPABASE_AUTH_PASSWORD_REQUIREMENTS: 'letters_digits',
      SUPABASE_AUTH_MFA_TOTP_ENROLL_ENABLED: 'false',
    });
    expect(signIn).toMatchObject({
      settings: { passwordRequirements: 'letters_digits', totpEnroll: false, totpVerify: true },
      captcha: { provider: 'turnstile', secret: 'z' },
      externalProviders: {
        google: { clientIds: ['web', 'app'], secret: 'x' },
        'custom:mine': { url: 'https://id.example' },
      },
    });
    expect(Object.keys(signIn.externalProviders)).toHaveLength(2);
  });

  it('names what is missing', () => {
    expect(() => readConfig({ SUPABASE_AUTH_EXTERNAL_GITHUB_ENABLED: 'true' })).toThrow(
      'SUPABASE_AUTH_EXTERNAL_GITHUB: needs client_id and secret',
    );
    expect(() => readConfig({ SUPABASE_AUTH_CAPTCHA_ENABLED: 'true' })).toThrow(
      'SUPABASE_AUTH_CAPTCHA: needs a provider and a secret',
    );
    expect(() => readConfig({ SUPABASE_AUTH_CAPTCHA_ENABLED: 'perhaps' })).toThrow(
      'SUPABASE_AUTH_CAPTCHA_ENABLED',
    );
  });
});
