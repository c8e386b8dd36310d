import { describe, expect, it } from 'vitest';
import { ConfigError, isLoopbackSite, readConfig } from './env.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

describe('readConfig', () => {
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
    ['ADMIN_EMAIL', 'nobody'],
    ['SMTP_URL', 'http://x'],
    ['SEED', 'all'],
    ['PAGE_CACHE', 'maybe'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name));
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

  it('never sends a live key to a sandbox', () => {
    expect(() =>
      readConfig({
        ...stripe,
        STRIPE_SECRET_KEY: 'sk_live_x',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      }),
    ).toThrow(ConfigError);
  });

  it('asks for what a provider or a hosted project needs', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
    expect(() => readConfig({ PAYPAL_CLIENT_ID: 'x' })).toThrow(/PAYPAL_CLIENT_SECRET/);
    expect(() => readConfig({ SUPABASE_URL: 'https://x.example' })).toThrow(/SUPABASE_PUBLISHABLE/);
  });
});
