import type Stripe from 'stripe';
import type { Delivery } from '../deliver-webhooks.ts';
import type { Collection, Store } from '../store.ts';

/** The version whose shapes the sandbox speaks; the type follows the installed SDK, so an upgrade shows here. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

export interface StoredSession {
  /** As answered, without `line_items`, references unexpanded. */
  session: Stripe.Checkout.Session;
  lines: Stripe.LineItem[];
  /** How the shipping option is called. */
  shippingName: string | null;
  /** What the payment intent is to be born with. */
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
  /** The status answered, or why there was none. */
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

/** A Stripe account: everything it holds, and the clock it goes by. */
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
  /** Seconds since 1970, as everywhere in Stripe. */
  now(): number;
  /** Called when the outbox has grown or a session's expiry is new; the workers listen here. */
  onChange: Set<() => void>;
}

/** Events are kept 30 days by Stripe; here the newest 10,000. */
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
