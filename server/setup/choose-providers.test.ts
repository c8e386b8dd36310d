import { describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { readConfig } from '#server/env.ts';
import { paypalTimeouts } from '#server/payments/paypal/paypal-service.ts';
import { stripeTimeouts } from '#server/payments/stripe/stripe-service.ts';
import { chooseProviders } from './choose-providers.ts';

it('lets a visitor wait at most 15 s for a provider that does not answer', () => {
  const { timeoutMs, maxNetworkRetries } = stripeTimeouts;
  const longestPauseMs = 2000;
  expect(timeoutMs * (1 + maxNetworkRetries) + longestPauseMs * maxNetworkRetries).toBeLessThan(
    15_000,
  );
});

it('lets nobody wait longer for PayPal, however many calls an answer takes', () => {
  const { tryMs, operationMs } = paypalTimeouts;
  expect(tryMs).toBeLessThan(operationMs);
  expect(operationMs).toBeLessThan(15_000);
});

describe('a shop at a public address', () => {
  const choose = (environment: Record<string, string>) =>
    chooseProviders({
      config: readConfig({ SITE_URL: 'https://shop.example', ...environment }),
      simulation: null,
      site: async () => siteDefaults,
      store: null,
    });
  const stripe = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_x' });
  const paypal = {
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
  };

  it.each([
    ['Stripe’s live key', stripe('sk_live_x'), 'live'],
    ['Stripe’s restricted live key', stripe('rk_live_x'), 'live'],
    ['Stripe’s test key', stripe('sk_test_x'), 'test'],
    ['PayPal', paypal, 'live'],
    [
      'PayPal’s sandbox',
      { ...paypal, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' },
      'test',
    ],
  ])('knows whether %s moves money', async (_name, environment, keys) => {
    const { payments } = await choose(environment as unknown as Record<string, string>);
    expect(payments).toMatchObject([{ keys }]);
  });

  it('knows whether there is a mail server', async () => {
    const silent = await choose(stripe('sk_test_x'));
    expect(silent.mail.server).toBe('none');
    const sending = await choose({ ...stripe('sk_test_x'), SMTP_URL: 'smtp://mail.example' });
    expect(sending.mail.server).toBe('smtp');
  });
});
