import type Stripe from 'stripe';
import type { FoundWebhook, ProviderFailure } from '../provider.ts';
import { stripeFailure } from './stripe-failure.ts';

/** The webhook that should be registered (docs/operating.md, "Setting up Stripe"). */
export const neededStripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

export async function findStripeWebhook(
  stripe: Stripe,
  address: string,
): Promise<FoundWebhook | ProviderFailure> {
  try {
    const { data, lastResponse } = await stripe.webhookEndpoints.list({ limit: 100 });
    const date = Date.parse(lastResponse.headers.date ?? '');
    const clock = Number.isNaN(date) ? null : new Date(date);
    const found = data.filter(({ url }) => url === address);
    const enabled = found.filter(({ status }) => status === 'enabled');
    const types = new Set(enabled.flatMap(({ enabled_events }) => enabled_events));
    const missing = neededStripeEvents.filter((type) => !types.has('*') && !types.has(type));
    if (enabled.length > 0) return { kind: 'webhook', state: 'registered', missing, clock };
    const state = found.length > 0 ? 'disabled' : 'missing';
    return { kind: 'webhook', state, missing: [...neededStripeEvents], clock };
  } catch (error) {
    return stripeFailure(error);
  }
}
