import Stripe from 'stripe';
import type { Opened } from '../provider.ts';
import { annExample, openSandbox } from '../testing/open-sandbox.ts';
import { testProviderContract } from '../testing/provider-contract.ts';
import { createStripeProvider } from './stripe-provider.ts';

testProviderContract('Stripe', async () => {
  const sandbox = await openSandbox();
  const { secretKey, webhookSecret } = sandbox.keys.stripe;
  const { hostname: host, port } = new URL(sandbox.url);
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false });
  const submit = ({ url }: Opened, card: string) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...annExample, method: 'card', card }),
    });
  return {
    ...sandbox,
    provider: createStripeProvider({
      secretKey,
      webhookSecret,
      apiBase: sandbox.url,
      timeoutMs: 1000,
      maxNetworkRetries: 1,
      now: () => new Date(),
    }),
    async pay(opened) {
      await submit(opened, '4242 4242 4242 4242');
    },
    async decline(opened) {
      await submit(opened, '4000 0000 0000 0002');
    },
    async expire({ reference }) {
      await sandbox.control(`stripe/control/sessions/${reference}/expire`);
    },
    async refundByHand(payment_intent, amount) {
      await stripe.refunds.create({ payment_intent, amount });
    },
    async dispute(payment_intent) {
      await sandbox.control('stripe/control/disputes', { payment_intent });
    },
    async loseDispute(payment_intent) {
      const { data } = await stripe.disputes.list({ payment_intent });
      await sandbox.control(`stripe/control/disputes/${data[0]?.id}/close`, { status: 'lost' });
    },
  };
});
