import { expect, it } from 'vitest';
import { paypalTimeouts } from '#server/payments/paypal/paypal-service.ts';
import { stripeTimeouts } from '#server/payments/stripe/stripe-service.ts';

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
