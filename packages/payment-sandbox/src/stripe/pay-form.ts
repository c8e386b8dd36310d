import type Stripe from 'stripe';
import { z } from 'zod';
import type { Payer, PaymentMethod } from './payment-intents.ts';
import { findTestCard } from './test-cards.ts';

/** The form's values as typed; `''` if nothing was. */
export interface PayForm {
  email: string;
  phone: string;
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  method: string;
  card: string;
}

export type FieldName = keyof PayForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

type PayFormResult =
  | { ok: true; payer: Payer; method: PaymentMethod }
  | { ok: false; errors: FieldErrors };

const COUNTRIES_WITH_STATES = new Set(['US', 'CA', 'AU']);

export function asksForAddress(session: Stripe.Checkout.Session): boolean {
  return session.shipping_address_collection !== null;
}

export function asksForPhone(session: Stripe.Checkout.Session): boolean {
  return session.phone_number_collection?.enabled ?? false;
}

export function allowedCountries(session: Stripe.Checkout.Session): string[] {
  return session.shipping_address_collection?.allowed_countries ?? [];
}

export function emptyForm(session: Stripe.Checkout.Session): PayForm {
  const countries = allowedCountries(session);
  return {
    email: session.customer_email ?? '',
    phone: '',
    name: '',
    line1: '',
    line2: '',
    city: '',
    state: '',
    postal_code: '',
    country: countries[0] ?? '',
    method: session.payment_method_types[0] ?? 'card',
    card: '4242 4242 4242 4242',
  };
}

export function demoForm(session: Stripe.Checkout.Session): PayForm {
  const empty = emptyForm(session);
  const inUnitedStates = allowedCountries(session).includes('US');
  return {
    ...empty,
    email: session.customer_email ?? 'jordan.rivera@example.com',
    phone: '+1 303 555 0142',
    name: 'Jordan Rivera',
    line1: '1420 Larimer Street',
    line2: 'Apt 5',
    city: 'Denver',
    state: 'CO',
    postal_code: '80202',
    country: inUnitedStates ? 'US' : empty.country,
  };
}

/** The submitted form, with values that the session fixes put back. */
export function typedForm(
  session: Stripe.Checkout.Session,
  sent: Record<string, unknown>,
): PayForm {
  const form = emptyForm(session);
  for (const field of Object.keys(form) as FieldName[]) {
    const value = sent[field];
    if (typeof value === 'string') form[field] = value.slice(0, 500);
  }
  return session.customer_email === null ? form : { ...form, email: session.customer_email };
}

/** Validates the customer's input, with a message for each invalid field. */
export function readPayForm(session: Stripe.Checkout.Session, form: PayForm): PayFormResult {
  const errors: FieldErrors = {};
  const need = (field: FieldName, message: string) => {
    if (form[field].trim() === '') errors[field] = message;
  };

  if (!z.email().safeParse(form.email.trim()).success) {
    errors.email = 'Enter an email address, like name@example.com.';
  }
  if (asksForPhone(session) && form.phone.replace(/\D/g, '').length < 7) {
    errors.phone = 'Enter a phone number with its area code.';
  }
  need('name', 'Enter your full name.');
  if (asksForAddress(session)) {
    need('line1', 'Enter the street and number.');
    need('city', 'Enter the city.');
    need('postal_code', 'Enter the postal code.');
    if (COUNTRIES_WITH_STATES.has(form.country)) need('state', 'Enter the state or province.');
    if (!allowedCountries(session).includes(form.country)) {
      errors.country = 'Choose a country the shop ships to.';
    }
  }
  if (!session.payment_method_types.includes(form.method)) {
    errors.method = 'Choose how to pay.';
  } else if (form.method === 'card' && form.card.trim() === '') {
    errors.card = 'Enter a test card number.';
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, payer: payerOf(session, form), method: methodOf(form) };
}

function payerOf(session: Stripe.Checkout.Session, form: PayForm): Payer {
  return {
    email: form.email.trim(),
    name: form.name.trim(),
    phone: asksForPhone(session) ? toE164(form.phone, form.country) : null,
    address: asksForAddress(session)
      ? {
          city: form.city.trim(),
          country: form.country,
          line1: form.line1.trim(),
          line2: form.line2.trim() || null,
          postal_code: form.postal_code.trim(),
          state: form.state.trim() || null,
        }
      : null,
  };
}

function methodOf(form: PayForm): PaymentMethod {
  if (form.method === 'us_bank_account') return { type: 'us_bank_account' };
  return { type: 'card', card: findTestCard(form.card) };
}

/** Stripe returns phone numbers as +<country><number>. */
function toE164(typed: string, country: string): string {
  const digits = typed.replace(/\D/g, '');
  const isNational = !typed.trim().startsWith('+') && digits.length === 10;
  const usesOne = country === '' || country === 'US' || country === 'CA';
  return isNational && usesOne ? `+1${digits}` : `+${digits}`;
}
