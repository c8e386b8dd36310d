import type { Destination } from '#domain/delivery.ts';
import type { PaymentKeys } from '#domain/first-day.ts';
import type { Line } from '#domain/line.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/**
 * What orders need from a payment provider. Providers translate, orders decide: nothing here
 * changes an order, and every expected failure is a value.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;

  /** Whether real money moves. */
  readonly keys: Exclude<PaymentKeys, 'off'>;

  /**
   * Opens the provider's page for an order. Called again with the same order, it returns the same
   * page: an order never has two. The response may be lost, hence `find`.
   */
  open(order: OrderToPay): Promise<Opened | ProviderFailure>;

  /**
   * Rereads the state of a reference (session id, wallet order id). If approving and paying are
   * separate steps, this takes the money: an approved payment is captured first if `mayCapture`
   * allows it.
   */
  readOrCapture(
    reference: string,
    mayCapture: MayCapture,
  ): Promise<Found | NotFound | ProviderFailure>;

  /**
   * Closes the page of an unpaid reference and returns its state either way. Left out if pages
   * can't be closed.
   */
  close?(reference: string): Promise<Found | NotFound | ProviderFailure>;

  /**
   * What the provider has for an order whose reference is unknown because the response to `open`
   * was lost. Captures nothing.
   */
  find(order: { orderId: string; createdAt: Date }): Promise<Found | NotFound | ProviderFailure>;

  /** References of everything paid since then, for comparing both ways. */
  listPaid(since: Date): Promise<PaidList | ProviderFailure>;

  /**
   * Refunds a payment. The same `refundId` returns the same refund, so one click never becomes two
   * refunds. The response may be lost, hence `readPayment`.
   */
  refund(order: RefundToMake): Promise<Refunded | ProviderFailure>;

  /**
   * Rereads the refunds and disputes of a payment, however they were started. `reference` is
   * `ProviderPayment.paymentReference`.
   */
  readPayment(reference: string): Promise<PaymentHistory | NotFound | ProviderFailure>;

  /** References of payments with a refund or dispute created since then, for comparing. */
  listReversed(since: Date): Promise<ReversedList | ProviderFailure>;

  /**
   * The webhook registered for this URL, and the provider's clock. Undefined if it can't be
   * queried.
   */
  findWebhook?(address: string): Promise<FoundWebhook | ProviderFailure>;

  /** Verifies a webhook's raw body. The event is only a hint: the payment is read again. */
  verifyWebhook(rawBody: Uint8Array, headers: Headers): Promise<VerifiedEvent | RejectedWebhook>;
}

/** Called with an approved payment before its money is taken. */
export type MayCapture = (approved: ProviderPayment) => Promise<boolean>;

export interface OrderToPay {
  orderId: string;
  lines: readonly Line[];
  /** The lines at list price, minus the discount, plus delivery and added tax. */
  totalCents: Cents;
  discountCents: Cents;
  /** Null in a shop without delivery zones. */
  delivery: { name: string; cents: Cents } | null;
  /** Tax that is not already included in the prices. */
  addedTaxCents: Cents;
  /** ISO 4217, upper case. */
  currency: string;
  /** Where the customer returns to: an origin without a trailing slash. */
  returnOrigin: string;
  /** The path on that origin to which a customer who doesn't pay returns. */
  givenUpPath: string;
  /** Null while unknown. */
  email: string | null;
  /** Countries that can be chosen for delivery, ISO 3166-1 alpha-2. */
  shipsTo: readonly string[];
  /** When the provider should close its page, if it can. */
  expiresAt: Date;
}

/** Send the customer to `url`; `reference` is what to read later. */
export interface Opened {
  kind: 'opened';
  reference: string;
  url: string;
}

export type PaymentState = 'paid' | 'unpaid' | 'processing' | 'failed' | 'expired';

/** A payment as reported by the provider, in our terms. */
export interface ProviderPayment {
  reference: string;
  /** Our order's id as stored by the provider; null if it isn't one of our payments. */
  orderId: string | null;
  amountCents: Cents;
  /** The parts of the amount according to the provider; left out if it doesn't say. */
  parts?: { discountCents: Cents; deliveryCents: Cents };
  /** ISO 4217, upper case. */
  currency: string;
  state: PaymentState;
  /** For `unpaid`: the bank declined the last attempt, and the customer can try again. */
  declined?: boolean;
  /** For `expired`: by our own clock, not according to the provider. */
  overdue?: boolean;
  /** The provider's id of the money itself (payment intent, capture); null if none moved. */
  paymentReference: string | null;
  /** Where the parcel goes; null while unknown. */
  destination: Destination | null;
  /** What the provider collected; null for what it didn't. */
  customer: {
    name: string | null;
    email: string | null;
    phone: string | null;
    address: string | null;
  };
}

export interface Found {
  kind: 'found';
  reported: ProviderPayment;
}

export interface NotFound {
  kind: 'not_found';
}

export interface PaidList {
  kind: 'paid_list';
  payments: { reference: string; orderId: string | null }[];
}

export interface RefundToMake {
  /** Our refund's id: the idempotency key, which the provider stores with the refund. */
  refundId: string;
  /** Stored by the provider with the refund, if it can. */
  orderId: string;
  /** `ProviderPayment.paymentReference`. */
  paymentReference: string;
  amountCents: Cents;
  /** ISO 4217, upper case. */
  currency: string;
}

export interface Refunded {
  kind: 'refunded';
  refund: ProviderRefund;
}

/** `pending`: the bank has not decided yet; `failed`: the money came back to us. */
export type RefundState = 'pending' | 'succeeded' | 'failed';

export interface ProviderRefund {
  /** The provider's id. */
  reference: string;
  /** Our refund's id as stored by the provider; null for a refund that was made at the provider. */
  refundId: string | null;
  amountCents: Cents;
  currency: string;
  state: RefundState;
}

/**
 * `inquiry`: the bank asks, no money has moved; `open`: the bank has taken the money until it
 * decides; `won`: we keep it (includes closed inquiries); `lost`: it is gone.
 */
export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost';

export interface ProviderDispute {
  /** The provider's id. */
  reference: string;
  amountCents: Cents;
  currency: string;
  state: DisputeState;
  /** The reason code of the bank or the provider, e.g. "fraudulent"; null if there is none. */
  reason: string | null;
}

/** Every refund and dispute of one payment. */
export interface PaymentHistory {
  kind: 'history';
  /** The payment that was asked about. */
  reference: string;
  /** Our order's id as stored by the provider; null if it isn't one of our payments. */
  orderId: string | null;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

export interface ReversedList {
  kind: 'reversed_list';
  paymentReferences: string[];
}

/**
 * `unavailable`: no response, or none that can be relied on; whether anything happened is unknown.
 * `refused`: the provider won't do it, and didn't. `detail` is for the log only.
 */
export interface ProviderFailure {
  kind: 'unavailable' | 'refused';
  detail: string;
  /** The provider rejects the shop's API keys; the operator has to correct them. */
  keysRefused?: boolean;
  /**
   * For `unavailable`: every later call for this order gets the same response, so nobody will ever
   * know its page.
   */
  repeated?: boolean;
}

/**
 * `missing`: nothing is registered for the URL; `disabled`: turned off at the provider; `other`:
 * the webhook registered for it is not the one in the shop's configuration.
 */
export interface FoundWebhook {
  kind: 'webhook';
  state: 'registered' | 'missing' | 'disabled' | 'other';
  /** Event types that the shop needs but the webhook doesn't send. */
  missing: string[];
  /** When the response was created, by the provider's clock; null if it doesn't say. */
  clock: Date | null;
}

export interface VerifiedEvent {
  kind: 'event';
  eventId: string;
  type: string;
  /** The provider's id of what to reread; null for an event that doesn't concern us. */
  reference: string | null;
  /** What `reference` is for: `readOrCapture` (a session, a wallet order) or `readPayment`. */
  about: 'checkout' | 'payment';
}

export interface RejectedWebhook {
  kind: 'rejected';
  reason: string;
}
