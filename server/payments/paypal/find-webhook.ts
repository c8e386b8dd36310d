import { z } from 'zod';
import type { FoundWebhook, ProviderFailure } from '../provider.ts';
import { type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';

/** The webhook that should be registered (docs/operating.md, "Setting up PayPal"). */
export const neededPaypalEvents = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

const list = z.object({
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      event_types: z.array(z.object({ name: z.string(), status: z.string().optional() })),
    }),
  ),
});

/**
 * Events are signed for the webhook's id, so the one that matters is the one configured in the
 * shop.
 */
export async function findPaypalWebhook(
  client: PaypalClient,
  webhookId: string,
  address: string,
): Promise<FoundWebhook | ProviderFailure> {
  const answer = await client.begin().get('/v1/notifications/webhooks');
  if (answer.kind !== 'answer') return paypalFailure(answer);
  const read = readAs(list, answer.body);
  if (read.kind !== 'read') return read;
  const date = Date.parse(answer.date ?? '');
  const clock = Number.isNaN(date) ? null : new Date(date);
  const own = read.value.webhooks.filter(({ url }) => url === address);
  const webhook = own.find(({ id }) => id === webhookId);
  if (!webhook) {
    const state = own.length > 0 ? 'other' : 'missing';
    return { kind: 'webhook', state, missing: [...neededPaypalEvents], clock };
  }
  const types = new Set(
    webhook.event_types.flatMap(({ name, status }) => (status === 'DISABLED' ? [] : name)),
  );
  const missing = neededPaypalEvents.filter((type) => !types.has('*') && !types.has(type));
  return { kind: 'webhook', state: 'registered', missing, clock };
}
