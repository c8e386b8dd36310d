import { createHmac } from 'node:crypto';

/** Where events go, and what signs them. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** The types that go there; all of them without it. */
  events?: readonly string[] | undefined;
  /** Registered, and turned off in the dashboard. */
  disabled?: boolean | undefined;
}

/** The `Stripe-Signature` header for a body (https://docs.stripe.com/webhooks/signature). `at` in seconds. */
export function signWebhook(body: string, secret: string, at: number): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
