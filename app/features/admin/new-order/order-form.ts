import type { QuoteWish } from '#app/lib/read-quote.ts';
import { toDestination } from '#domain/delivery.ts';
import {
  type ManualPayment,
  manualCustomer,
  manualPayment,
  type OutsidePayment,
} from '#domain/manual-order.ts';
import { readOrderLines } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { knownAddress, knownEmail, knownName } from '../orders/order-words.ts';

export const kinds = {
  outside: 'Paid outside the shop',
  replacement: 'Replacement at no charge',
} as const;
export type OrderKind = keyof typeof kinds;

/** A product as it is chosen; its amounts are only shown. */
export interface ChosenItem {
  id: string;
  name: string;
  weight: string;
  priceCents: number;
  /** As it is typed. */
  quantity: string;
}

/** The form as it is typed, kept in this browser. */
export interface OrderForm {
  /** Names the form: sent again, it is the same order. */
  key: string;
  kind: OrderKind;
  items: ChosenItem[];
  name: string;
  email: string;
  phone: string;
  address: string;
  country: string;
  region: string;
  /** Null for the first that is offered. */
  rateId: string | null;
  code: string;
  paidBy: OutsidePayment;
  reference: string;
  tell: boolean;
  reason: string;
}

export type FormErrors = Partial<Record<keyof OrderForm | 'quote', string>>;

type Order = RowOf<'orders'>;

/** Empty, or with customer and items of the order that is to be replaced. */
export function startForm(original: Order | null): OrderForm {
  return {
    key: crypto.randomUUID(),
    kind: original ? 'replacement' : 'outside',
    items: original
      ? readOrderLines(original.order_items).flatMap(
          ({ id, name, weight, priceCents, quantity }) =>
            id ? [{ id, name, weight, priceCents, quantity: String(quantity) }] : [],
        )
      : [],
    name: (original && knownName(original.name)) ?? '',
    email: (original && knownEmail(original.email)) ?? '',
    phone: original?.phone ?? '',
    address: (original && knownAddress(original.address)) ?? '',
    country: original?.ship_country ?? '',
    region: original?.ship_region ?? '',
    rateId: null,
    code: '',
    paidBy: 'bank_transfer',
    reference: '',
    tell: true,
    reason: '',
  };
}

/** Null where a quantity is none. */
export function readItems(form: OrderForm) {
  const items = form.items.map(({ id, weight, quantity }) => ({
    id,
    weight,
    quantity: /^[1-9]\d?$/.test(quantity.trim()) ? Number(quantity) : 0,
  }));
  return items.length > 0 && items.every(({ quantity }) => quantity > 0) ? items : null;
}

/** What decides the amounts beside the items. */
export function readWish({ country, region, rateId, code }: OrderForm): QuoteWish {
  return {
    discountCode: code.trim(),
    deliveryRateId: rateId,
    destination: country ? toDestination(country, region) : null,
  };
}

/** The body of `create-manual-order`, or what is wrong at which field. */
export function readForm(
  form: OrderForm,
  replaces: string | null,
): { body: Record<string, unknown>; errors: null } | { body: null; errors: FormErrors } {
  const errors: FormErrors = {};
  const items = readItems(form);
  if (form.items.length === 0) errors.items = 'Add at least one product.';
  else if (!items) errors.items = 'Every quantity must be a whole number from 1 to 99.';
  const customer = manualCustomer.safeParse(form);
  const payment = manualPayment.safeParse(paymentOf(form, replaces));
  for (const { error } of [customer, payment]) {
    for (const { path, message } of error?.issues ?? []) {
      errors[String(path[0]) as keyof OrderForm] ??= message;
    }
  }
  if (Object.keys(errors).length > 0 || !items) return { body: null, errors };
  const wish = form.kind === 'replacement' ? {} : readWish(form);
  return { body: { items, ...wish, customer: customer.data, payment: payment.data }, errors: null };
}

function paymentOf(form: OrderForm, replaces: string | null): ManualPayment {
  if (form.kind === 'replacement') {
    return { kind: 'replacement', replaces: replaces ?? '', reason: form.reason };
  }
  const { paidBy, reference, tell } = form;
  return { kind: 'outside', paidBy, reference, tell };
}
