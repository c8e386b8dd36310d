import { randomUUID } from 'node:crypto';
import type { WebhookOutbox } from '../deliver-webhooks.ts';
import type { PaypalAccount } from './account.ts';
import { newPaypalId } from './ids.ts';
import { AUTH_ALGORITHM, certificateUrl, signingKey, signTransmission } from './sign-webhook.ts';
import { isSubscribed } from './webhooks.ts';

export interface PaypalWebhook {
  url: string;
  /** As shown in PayPal's dashboard; part of the signed message. */
  id: string;
  /** The event types that are sent; left out, all of them. */
  events?: readonly string[] | undefined;
}

/** PayPal's events waiting to be sent to the shop (https://developer.paypal.com/api/rest/webhooks/). */
export function paypalOutbox(
  account: PaypalAccount,
  webhook: PaypalWebhook | undefined,
): WebhookOutbox {
  return {
    deliveries: account.outbox,
    newId: () => newPaypalId(),
    hasEndpoint: webhook !== undefined,
    async request(eventId) {
      const stored = account.events.get(eventId);
      if (stored === undefined || webhook === undefined) return undefined;
      if (!isSubscribed(webhook, stored.event.event_type)) return undefined;
      const body = JSON.stringify(stored.event);
      const { privateKey } = await signingKey(account);
      const transmission = { id: randomUUID(), time: account.time(), webhookId: webhook.id, body };
      return {
        url: webhook.url,
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': transmission.id,
          'paypal-transmission-time': transmission.time,
          'paypal-transmission-sig': signTransmission(transmission, privateKey),
          'paypal-cert-url': certificateUrl(stored.base),
          'paypal-auth-algo': AUTH_ALGORITHM,
          'user-agent': 'PayPal/AUHD-214.0-1 sandbox',
        },
      };
    },
    note(eventId, outcome) {
      const stored = account.events.get(eventId);
      if (stored === undefined) return;
      stored.attempts.push({ at: account.time(), outcome });
      account.events.put(eventId, stored);
    },
    onChange: account.onChange,
  };
}
