import type Stripe from 'stripe';
import type { Delivery } from '../deliver-webhooks.ts';
import type { Collection, Store } from '../store.ts';

/**
 * The API version that the sandbox simulates; typed by the installed SDK, so an upgrade fails to
 * compile here.
 */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

export interface StoredSession {
  /** As the API returns it, without `line_items` and with unexpanded references. */
  session: Stripe.Checkout.Session;
  lines: Stripe.LineItem[];
  /** The shipping option's name. */
  shippingName: string | null;
  /** What to create the payment intent with. */
  paymentIntentData: {
    description: string | null;
    metadata: Record<string, string>;
    receipt_email: string | null;
    statement_descriptor: string | null;
    statement_descriptor_suffix: string | null;
  };
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
}

interface DeliveryAttempt {
  /** Seconds. */
  at: number;
  /** The response status, or why there was none. */
  outcome: number | string;
}

export interface StoredEvent {
  event: StripeEvent;
  attempts: DeliveryAttempt[];
}

export interface RememberedAnswer {
  method: string;
  path: string;
  /** Hash of the parameters. */
  fingerprint: string;
  requestId: string;
  status: number;
  body: unknown;
  /** Seconds. */
  at: number;
}

/** A Stripe account with all its objects and its clock. */
export interface StripeAccount {
  sessions: Collection<StoredSession>;
  paymentIntents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  coupons: Collection<Stripe.Coupon>;
  refunds: Collection<Stripe.Refund>;
  disputes: Collection<Stripe.Dispute>;
  events: Collection<StoredEvent>;
  outbox: Collection<Delivery>;
  answers: Collection<RememberedAnswer>;
  /** Seconds since the Unix epoch, as everywhere in Stripe. */
  now(): number;
  /** Called when the outbox has grown or a session's expiry was set; the workers listen here. */
  onChange: Set<() => void>;
}

/** Stripe stores events for 30 days; here it's the newest 10,000. */
const MAX_EVENTS = 10_000;

export function openAccount(store: Store, now: () => number): StripeAccount {
  return {
    sessions: store.collection('stripe-sessions'),
    paymentIntents: store.collection('stripe-payment-intents'),
    charges: store.collection('stripe-charges'),
    coupons: store.collection('stripe-coupons'),
    refunds: store.collection('stripe-refunds'),
    disputes: store.collection('stripe-disputes'),
    events: store.collection('stripe-events', { cap: MAX_EVENTS }),
    outbox: store.collection('stripe-outbox'),
    answers: store.collection('stripe-answers'),
    now: () => Math.floor(now() / 1000),
    onChange: new Set(),
  };
}

export function announceChange(account: StripeAccount): void {
  for (const listener of account.onChange) listener();
}
