import type Stripe from 'stripe';
import { announceChange, type StoredSession, type StripeAccount } from './account.ts';
import { couponFor } from './coupons.ts';
import { invalidParam, refused } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { formatAmount } from './format-amount.ts';
import { newId } from './ids.ts';
import { readParams } from './params.ts';
import { MAX_TOTAL, type SessionParams, sessionParams } from './session-params.ts';

const MIN_LIFETIME_S = 30 * 60;
const MAX_LIFETIME_S = 24 * 60 * 60;
/** Stripe's minimum charge for USD; the sandbox uses it for every currency. */
const MIN_TOTAL = 50;

type LineInput = SessionParams['line_items'][number];

/**
 * `POST /v1/checkout/sessions` for one-time payments
 * (https://docs.stripe.com/api/checkout/sessions/create).
 */
export function createSession(
  account: StripeAccount,
  params: FormObject,
  origin: string,
): StoredSession {
  const input = readParams(sessionParams, params);
  const now = account.now();
  const expiresAt = checkExpiry(input.expires_at, now);
  const lines = input.line_items.map((line) => buildLine(line, now));
  const amounts = sumUp(account, input, lines);

  const id = newId('cs_test_', 58);
  const stored: StoredSession = {
    session: buildSession(id, `${origin}/stripe/pay/${id}`, input, amounts, now, expiresAt),
    lines,
    shippingName: input.shipping_options?.[0]?.shipping_rate_data.display_name ?? null,
    paymentIntentData: {
      description: input.payment_intent_data?.description ?? null,
      metadata: input.payment_intent_data?.metadata ?? {},
      receipt_email: input.payment_intent_data?.receipt_email ?? null,
      statement_descriptor: input.payment_intent_data?.statement_descriptor ?? null,
      statement_descriptor_suffix: input.payment_intent_data?.statement_descriptor_suffix ?? null,
    },
  };
  account.sessions.put(id, stored);
  announceChange(account);
  return stored;
}

function checkExpiry(expiresAt: number | undefined, now: number): number {
  if (expiresAt === undefined) return now + MAX_LIFETIME_S;
  if (expiresAt < now + MIN_LIFETIME_S) {
    throw invalidParam(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expiresAt > now + MAX_LIFETIME_S) {
    throw invalidParam(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return expiresAt;
}

/** The account's payment methods, narrowed by the session's parameters. */
function eligibleMethods(input: SessionParams): string[] {
  const eligible = ['card', 'us_bank_account'].filter(
    (method) =>
      (input.allowed_payment_method_types?.includes(method) ?? true) &&
      !input.excluded_payment_method_types?.includes(method),
  );
  if (eligible.length === 0) {
    throw refused('No valid payment method types for this Checkout Session.');
  }
  return eligible;
}

interface Amounts {
  currency: string;
  subtotal: number;
  discount: number;
  shipping: number;
  total: number;
}

function sumUp(account: StripeAccount, input: SessionParams, lines: Stripe.LineItem[]): Amounts {
  const [first] = lines;
  const unit = first?.currency ?? 'usd';
  if (lines.some((line) => line.currency !== unit)) {
    throw invalidParam('All line items must have the same currency.', 'line_items');
  }
  const subtotal = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const coupon = input.discounts?.[0]?.coupon;
  const off = coupon === undefined ? 0 : (couponFor(account, coupon, unit).amount_off ?? 0);
  const discount = Math.min(off, subtotal);
  const rate = input.shipping_options?.[0]?.shipping_rate_data.fixed_amount;
  if (rate && rate.currency !== unit) {
    throw invalidParam(
      'The shipping rate must have the currency of the line items.',
      'shipping_options[0][shipping_rate_data][fixed_amount][currency]',
    );
  }
  const shipping = rate?.amount ?? 0;
  const total = subtotal - discount + shipping;
  // A total of zero is a no-cost order, which Checkout completes without a payment.
  if (total > 0 && total < MIN_TOTAL) {
    throw refused(
      `The Checkout Session's total amount must convert to at least 50 cents. ${formatAmount(total, unit)} is too little.`,
      { code: 'amount_too_small' },
    );
  }
  if (total > MAX_TOTAL) {
    throw refused(
      `The Checkout Session's total amount due must be no more than ${formatAmount(MAX_TOTAL, unit)}.`,
      { code: 'amount_too_large' },
    );
  }
  return { currency: unit, subtotal, discount, shipping, total };
}

function buildLine(line: LineInput, now: number): Stripe.LineItem {
  const { price_data: price, quantity } = line;
  const amount = price.unit_amount * quantity;
  return {
    id: newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    metadata: line.metadata ?? {},
    price: {
      id: newId('price_'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency: price.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod_', 14),
      recurring: null,
      tax_behavior: price.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: price.unit_amount,
      // A string in the JSON; the SDK turns it into its Decimal.
      unit_amount_decimal: String(price.unit_amount) as unknown as Stripe.Decimal,
    },
    quantity,
  };
}

function buildSession(
  id: string,
  url: string,
  input: SessionParams,
  { currency: unit, subtotal, discount, shipping, total }: Amounts,
  now: number,
  expiresAt: number,
): Stripe.Checkout.Session {
  const customText = input.custom_text ?? {};
  const coupon = input.discounts?.[0]?.coupon;
  const rate = input.shipping_options ? newId('shr_') : null;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    ...(input.excluded_payment_method_types
      ? { excluded_payment_method_types: input.excluded_payment_method_types }
      : {}),
    amount_subtotal: subtotal,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    branding_settings: {
      background_color: '#ffffff',
      border_style: 'rounded',
      button_color: '#0074d4',
      display_name: input.branding_settings?.display_name ?? new URL(input.success_url).host,
      font_family: 'default',
      icon: null,
      logo: null,
    },
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: unit,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: customText.after_submit ?? null,
      shipping_address: customText.shipping_address ?? null,
      submit: customText.submit ?? null,
      terms_of_service_acceptance: customText.terms_of_service_acceptance ?? null,
    },
    customer: null,
    customer_account: null,
    customer_creation: input.customer_creation ?? 'if_required',
    customer_details:
      input.customer_email === undefined
        ? null
        : {
            address: null,
            business_name: null,
            email: input.customer_email,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: null,
          },
    customer_email: input.customer_email ?? null,
    discounts: coupon === undefined ? [] : [{ coupon, promotion_code: null }],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: (input.locale as Stripe.Checkout.Session.Locale | undefined) ?? null,
    managed_payments: { enabled: false },
    metadata: input.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: eligibleMethods(input),
    payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: input.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: input.shipping_address_collection ?? null,
    shipping_cost:
      rate === null
        ? null
        : {
            amount_subtotal: shipping,
            amount_tax: 0,
            amount_total: shipping,
            shipping_rate: rate,
          },
    shipping_options: rate === null ? [] : [{ shipping_amount: shipping, shipping_rate: rate }],
    status: 'open',
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details: { amount_discount: discount, amount_shipping: shipping, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url,
    wallet_options: null,
  };
}
