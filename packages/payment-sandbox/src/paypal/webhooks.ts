import { notFound } from './errors.ts';
import type { PaypalWebhook } from './webhook-outbox.ts';

/** In PayPal's format (https://developer.paypal.com/docs/api/webhooks/v1/#definition-webhook). */
function show({ id, url, events = ['*'] }: PaypalWebhook, base: string) {
  const self = `${base}/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: events.map((name) => ({
      name,
      description: name === '*' ? 'ALL' : name,
      status: 'ENABLED',
    })),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'update', method: 'PATCH' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  };
}

export function listWebhooks(webhook: PaypalWebhook | undefined, base: string) {
  return { webhooks: webhook ? [show(webhook, base)] : [] };
}

export function findWebhook(webhook: PaypalWebhook | undefined, id: string, base: string) {
  if (webhook?.id !== id) throw notFound();
  return show(webhook, base);
}

/** Whether events of this type are sent to the URL. */
export function isSubscribed({ events }: PaypalWebhook, type: string): boolean {
  return !events || events.includes('*') || events.includes(type);
}
