import type { Delivery } from '../deliver-webhooks.ts';
import type { Collection, Store } from '../store.ts';
import type { Capture, Dispute, Order, Refund, WebhookEvent } from './wire.ts';

/** The payer's funding source; it decides the outcome of a capture. */
export const fundings = ['balance', 'declined', 'capture-declined', 'pending'] as const;
export type Funding = (typeof fundings)[number];

export interface StoredOrder {
  order: Order;
  /** Its captures, oldest first. */
  captureIds: string[];
  /** Null until the payer approves. */
  funding: Funding | null;
  page: {
    brandName: string;
    returnUrl: string | null;
    cancelUrl: string | null;
    /** `NO_SHIPPING`: the payer enters no address. */
    shippingPreference: string;
  };
}

export interface StoredCapture {
  capture: Capture;
  orderId: string;
  refundIds: string[];
}

export interface StoredRefund {
  refund: Refund;
  captureId: string;
}

interface DeliveryAttempt {
  at: string;
  /** The response status, or why there was none. */
  outcome: number | string;
}

export interface StoredEvent {
  event: WebhookEvent;
  /** The API's base URL when it happened, e.g. http://127.0.0.1:3001/paypal. */
  base: string;
  attempts: DeliveryAttempt[];
}

export interface RememberedAnswer {
  /** Hash of the request body. */
  fingerprint: string;
  /** Rendered again on a replay, with its current state; null for an error. */
  resource: { kind: 'order' | 'refund'; id: string } | null;
  status: number;
  body: unknown;
  /** Milliseconds. */
  at: number;
}

/** A PayPal business account and its only REST app. */
export interface PaypalAccount {
  orders: Collection<StoredOrder>;
  captures: Collection<StoredCapture>;
  refunds: Collection<StoredRefund>;
  disputes: Collection<Dispute>;
  events: Collection<StoredEvent>;
  outbox: Collection<Delivery>;
  answers: Collection<RememberedAnswer>;
  /** The key that signs webhooks; a single entry. */
  signing: Collection<{ certificate: string; privateKey: string }>;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** The current time in PayPal's format. */
  time(): string;
  /** Called when the outbox has grown. */
  onChange: Set<() => void>;
}

/** PayPal stores events for 30 days; here it's the newest 10,000. */
const MAX_EVENTS = 10_000;

export function openPaypalAccount(store: Store, now: () => number): PaypalAccount {
  return {
    orders: store.collection('paypal-orders'),
    captures: store.collection('paypal-captures'),
    refunds: store.collection('paypal-refunds'),
    disputes: store.collection('paypal-disputes'),
    events: store.collection('paypal-events', { cap: MAX_EVENTS }),
    outbox: store.collection('paypal-outbox'),
    answers: store.collection('paypal-answers'),
    signing: store.collection('paypal-signing'),
    now,
    time: () => `${new Date(now()).toISOString().slice(0, 19)}Z`,
    onChange: new Set(),
  };
}
