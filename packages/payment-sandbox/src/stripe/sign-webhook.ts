import { createHmac } from 'node:crypto';

/** Where events are sent, and the secret that signs them. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** The event types that are sent; left out, all of them. */
  events?: readonly string[] | undefined;
  /** Registered, but disabled in the dashboard. */
  disabled?: boolean | undefined;
}

/**
 * The `Stripe-Signature` header for a body (https://docs.stripe.com/webhooks/signature). `at` is in
 * seconds.
 */
export function signWebhook(body: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
