import { z } from 'zod';
import { type Funding, fundings, type StoredOrder } from './account.ts';
import { newPaypalId } from './ids.ts';
import type { Payer, Shipping } from './wire.ts';

/** The form's values as typed; `''` if nothing was. */
export interface PayerForm {
  email: string;
  phone: string;
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  funding: string;
}

export type FieldName = keyof PayerForm;
export type FieldErrors = Partial<Record<FieldName, string>>;

export interface Approval {
  payer: Payer;
  shipping: Shipping | null;
  funding: Funding;
}

/** The payer already has an account: the address is on file. */
export const payerOnFile: PayerForm = {
  email: 'jordan.rivera@example.com',
  phone: '3035550142',
  name: 'Jordan Rivera',
  line1: '1420 Larimer Street',
  line2: 'Apt 5',
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
  country: 'US',
  funding: 'balance',
};

/** The funding source that PayPal declines before the shop hears of it. */
export const notEnough = 'not-enough';

export function typedForm(sent: Record<string, unknown>): PayerForm {
  const form = { ...payerOnFile };
  for (const field of Object.keys(form) as FieldName[]) {
    const value = sent[field];
    if (typeof value === 'string') form[field] = value.trim().slice(0, 300);
  }
  return form;
}

export function asksForAddress({ page }: StoredOrder): boolean {
  return page.shippingPreference === 'GET_FROM_FILE';
}

export function readPayerForm(
  stored: StoredOrder,
  form: PayerForm,
): { ok: true; approval: Approval } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const need = (field: FieldName, message: string) => {
    if (form[field] === '') errors[field] = message;
  };
  if (!z.email().safeParse(form.email).success) {
    errors.email = 'Enter an email address, like name@example.com.';
  }
  need('name', 'Enter your full name.');
  if (asksForAddress(stored)) {
    need('line1', 'Enter the street and number.');
    need('city', 'Enter the city.');
    need('postal_code', 'Enter the postal code.');
    if (!/^[A-Z]{2}$/.test(form.country)) errors.country = 'Enter two letters, like US.';
  }
  const funding = fundings.find((known) => known === form.funding);
  if (funding === undefined) {
    errors.funding =
      form.funding === notEnough
        ? 'Your balance is not enough for this payment. Nothing was charged. Choose another way to pay.'
        : 'Choose how to pay.';
  }
  if (funding === undefined || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    approval: {
      payer: payerOf(form),
      shipping: asksForAddress(stored) ? shippingOf(form) : null,
      funding,
    },
  };
}

function payerOf({ name, email, phone, country }: PayerForm): Payer {
  const [given = '', ...rest] = name.split(/\s+/);
  const digits = phone.replace(/\D/g, '');
  return {
    name: { given_name: given, surname: rest.join(' ') },
    email_address: email,
    payer_id: newPaypalId(13),
    ...(digits !== '' && { phone: { phone_number: { national_number: digits } } }),
    address: { country_code: country },
  };
}

function shippingOf(form: PayerForm): Shipping {
  return {
    name: { full_name: form.name },
    address: {
      address_line_1: form.line1,
      ...(form.line2 !== '' && { address_line_2: form.line2 }),
      admin_area_2: form.city,
      ...(form.state !== '' && { admin_area_1: form.state }),
      postal_code: form.postal_code,
      country_code: form.country,
    },
  };
}
