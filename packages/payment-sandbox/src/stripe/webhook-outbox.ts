import type { WebhookOutbox } from '../deliver-webhooks.ts';
import type { StripeAccount } from './account.ts';
import { newId } from './ids.ts';
import { signWebhook, type WebhookEndpoint } from './sign-webhook.ts';
import { isEnabled } from './webhook-endpoints.ts';

/** Stripe's events waiting to be sent to the shop (https://docs.stripe.com/webhooks). */
export function stripeOutbox(
  account: StripeAccount,
  endpoint: WebhookEndpoint | undefined,
): WebhookOutbox {
  return {
    deliveries: account.outbox,
    newId: () => newId('dlv_'),
    hasEndpoint: endpoint !== undefined,
    async request(eventId) {
      const stored = account.events.get(eventId);
      if (stored === undefined || endpoint === undefined) return undefined;
      if (!isEnabled(endpoint, stored.event.type)) return undefined;
      const body = JSON.stringify({ ...stored.event, pending_webhooks: 1 }, null, 2);
      return {
        url: endpoint.url,
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signWebhook(body, endpoint.secret, account.now()),
          'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks) sandbox',
        },
      };
    },
    note(eventId, outcome, delivered) {
      const stored = account.events.get(eventId);
      if (stored === undefined) return;
      stored.attempts.push({ at: account.now(), outcome });
      if (delivered) stored.event.pending_webhooks = 0;
      account.events.put(eventId, stored);
    },
    onChange: account.onChange,
  };
}
