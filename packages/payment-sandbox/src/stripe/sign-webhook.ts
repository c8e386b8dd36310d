import { createHmac } from 'node:crypto';

/** Where events go, and what signs them. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
}

/** The `Stripe-Signature` header for a body (https://docs.stripe.com/webhooks/signature). `at` in seconds. */
export function signWebhook(body: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
