import type Stripe from 'stripe';
import type { StoredSession, StripeAccount } from './account.ts';
import { newId } from './ids.ts';
import { recordEvent } from './record-event.ts';
import type { Decline, TestCard } from './test-cards.ts';

/** What the customer typed on the hosted page. */
export interface Payer {
  email: string;
  name: string;
  phone: string | null;
  address: Stripe.Address | null;
}

export type PaymentMethod = { type: 'card'; card: TestCard } | { type: 'us_bank_account' };

/** The session's payment intent; as in Stripe, it is created by the first attempt to pay. */
export function ensurePaymentIntent(
  account: StripeAccount,
  { session, paymentIntentData }: StoredSession,
  payer: Payer,
): Stripe.PaymentIntent {
  if (typeof session.payment_intent === 'string') {
    const known = account.paymentIntents.get(session.payment_intent);
    if (known) return known;
  }
  const id = newId('pi_3');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: session.currency ?? 'usd',
    customer: null,
    customer_account: null,
    description: paymentIntentData.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: paymentIntentData.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: {} } as Stripe.PaymentIntent.PaymentMethodOptions,
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: paymentIntentData.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: shippingOf(payer),
    source: null,
    statement_descriptor: paymentIntentData.statement_descriptor,
    statement_descriptor_suffix: paymentIntentData.statement_descriptor_suffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  account.paymentIntents.put(id, intent);
  recordEvent(account, 'payment_intent.created', intent);
  return intent;
}

/** One attempt to charge; `status` is its outcome. */
export function createCharge(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  payer: Payer,
  method: PaymentMethod,
  status: 'succeeded' | 'pending' | 'failed',
  decline?: Decline,
): Stripe.Charge {
  const paid = status === 'succeeded';
  const charge: Stripe.Charge = {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: payer.address,
      email: payer.email,
      name: payer.name,
      phone: payer.phone,
      tax_id: null,
    },
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: status !== 'failed',
    created: account.now(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(status, decline),
    paid: status !== 'failed',
    payment_intent: intent.id,
    payment_method: newId('pm_1'),
    payment_method_details: methodDetails(method, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  return account.charges.put(charge.id, charge);
}

function shippingOf(payer: Payer): Stripe.PaymentIntent.Shipping | null {
  if (payer.address === null) return null;
  return {
    address: payer.address,
    carrier: null,
    name: payer.name,
    phone: payer.phone,
    tracking_number: null,
  };
}

function outcomeOf(status: Stripe.Charge.Status, decline?: Decline): Stripe.Charge.Outcome {
  const failed = status === 'failed';
  return {
    advice_code: failed ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failed ? 'declined_by_network' : 'approved_by_network',
    reason: failed ? (decline?.declineCode ?? decline?.code ?? null) : null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: failed ? 'The bank did not return any further details.' : 'Payment complete.',
    type: failed ? 'issuer_declined' : 'authorized',
  };
}

function methodDetails(method: PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails {
  if (method.type === 'us_bank_account') {
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_type: 'checking',
        bank_name: 'SANDBOX BANK',
        fingerprint: null,
        last4: '6789',
        payment_reference: null,
        routing_number: '110000000',
      },
    };
  }
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: 'visa',
      checks: { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2040,
      fingerprint: null,
      funding: 'credit',
      installments: null,
      last4: method.card.number.slice(-4) || null,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
