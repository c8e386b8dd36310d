import type Stripe from 'stripe';
import { announceChange, type StoredSession, type StripeAccount } from './account.ts';
import { redeemCoupon } from './coupons.ts';
import { openDispute } from './disputes.ts';
import {
  createCharge,
  ensurePaymentIntent,
  type Payer,
  type PaymentMethod,
} from './payment-intents.ts';
import { recordEvent } from './record-event.ts';
import type { Decline } from './test-cards.ts';

type PayResult = { ok: true } | { ok: false; decline: Decline };

/**
 * Handles the customer's click on Pay. The session must be open. A card payment settles at once; a
 * bank debit leaves the session complete but unpaid until `settleSession`.
 */
export function paySession(
  account: StripeAccount,
  stored: StoredSession,
  payer: Payer,
  method: PaymentMethod,
): PayResult {
  if (stored.session.amount_total === 0) {
    complete(account, stored, payer, null, 'no_payment_required');
    return { ok: true };
  }
  const intent = ensurePaymentIntent(account, stored, payer);
  if (method.type === 'card' && method.card.decline) {
    decline(account, stored, intent, payer, method, method.card.decline);
    return { ok: false, decline: method.card.decline };
  }
  const immediate = method.type === 'card';
  const charge = createCharge(account, intent, payer, method, immediate ? 'succeeded' : 'pending');
  const updated = account.paymentIntents.put(intent.id, {
    ...intent,
    amount_received: immediate ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    status: immediate ? 'succeeded' : 'processing',
  });
  recordEvent(account, immediate ? 'charge.succeeded' : 'charge.pending', charge);
  recordEvent(
    account,
    immediate ? 'payment_intent.succeeded' : 'payment_intent.processing',
    updated,
  );
  complete(account, stored, payer, intent.id, immediate ? 'paid' : 'unpaid');
  if (method.type === 'card' && method.card.aftermath === 'disputed') {
    openDispute(account, charge, { reason: 'fraudulent' });
  }
  return { ok: true };
}

/** Records that a bank debit succeeded or failed. Does nothing if the session isn't waiting for one. */
export function settleSession(
  account: StripeAccount,
  stored: StoredSession,
  outcome: 'succeeded' | 'failed',
): boolean {
  const intent = waitingIntent(account, stored.session);
  const charge = account.charges.get(String(intent?.latest_charge));
  if (intent === undefined || charge === undefined) return false;

  if (outcome === 'succeeded') {
    const paidCharge = account.charges.put(charge.id, {
      ...charge,
      amount_captured: charge.amount,
      status: 'succeeded',
    });
    const paidIntent = account.paymentIntents.put(intent.id, {
      ...intent,
      amount_received: intent.amount,
      status: 'succeeded',
    });
    const paid = save(account, stored, { payment_status: 'paid' });
    recordEvent(account, 'charge.succeeded', paidCharge);
    recordEvent(account, 'payment_intent.succeeded', paidIntent);
    recordEvent(account, 'checkout.session.async_payment_succeeded', paid.session);
    return true;
  }

  const message = 'The payment failed: the bank account has insufficient funds.';
  const failedCharge = account.charges.put(charge.id, {
    ...charge,
    captured: false,
    failure_code: 'insufficient_funds',
    failure_message: message,
    paid: false,
    status: 'failed',
  });
  const failedIntent = account.paymentIntents.put(intent.id, {
    ...intent,
    last_payment_error: { type: 'invalid_request_error', code: 'insufficient_funds', message },
    payment_method: null,
    status: 'requires_payment_method',
  });
  recordEvent(account, 'charge.failed', failedCharge);
  recordEvent(account, 'payment_intent.payment_failed', failedIntent);
  recordEvent(account, 'checkout.session.async_payment_failed', stored.session);
  return true;
}

/** The payment intent of a complete session whose payment is still processing. */
export function waitingIntent(
  account: StripeAccount,
  session: Stripe.Checkout.Session,
): Stripe.PaymentIntent | undefined {
  if (session.status !== 'complete' || typeof session.payment_intent !== 'string') return undefined;
  const intent = account.paymentIntents.get(session.payment_intent);
  return intent?.status === 'processing' ? intent : undefined;
}

function decline(
  account: StripeAccount,
  stored: StoredSession,
  intent: Stripe.PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
  reason: Decline,
): void {
  const charge = createCharge(account, intent, payer, method, 'failed', reason);
  const updated = account.paymentIntents.put(intent.id, {
    ...intent,
    last_payment_error: {
      type: 'card_error',
      charge: charge.id,
      code: reason.code as Stripe.PaymentIntent.LastPaymentError.Code,
      ...(reason.declineCode === undefined ? {} : { decline_code: reason.declineCode }),
      message: reason.message,
    },
    latest_charge: charge.id,
    status: 'requires_payment_method',
  });
  save(account, stored, { payment_intent: intent.id });
  recordEvent(account, 'charge.failed', charge);
  recordEvent(account, 'payment_intent.payment_failed', updated);
}

function complete(
  account: StripeAccount,
  stored: StoredSession,
  payer: Payer,
  paymentIntent: string | null,
  paymentStatus: Stripe.Checkout.Session.PaymentStatus,
): void {
  const [discount] = stored.session.discounts ?? [];
  if (typeof discount?.coupon === 'string') redeemCoupon(account, discount.coupon);
  const { session } = save(account, stored, {
    collected_information: {
      business_name: null,
      individual_name: null,
      shipping_details: payer.address && { address: payer.address, name: payer.name },
    },
    customer_details: {
      address: payer.address,
      business_name: null,
      email: payer.email,
      individual_name: null,
      name: payer.name,
      phone: payer.phone,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_intent: paymentIntent,
    payment_status: paymentStatus,
    status: 'complete',
    url: null,
  });
  recordEvent(account, 'checkout.session.completed', session);
  announceChange(account);
}

function save(
  account: StripeAccount,
  stored: StoredSession,
  changes: Partial<Stripe.Checkout.Session>,
): StoredSession {
  const { id } = stored.session;
  const before = account.sessions.get(id) ?? stored;
  return account.sessions.put(id, { ...before, session: { ...before.session, ...changes } });
}
