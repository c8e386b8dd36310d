import type { QuoteInput } from '#app/lib/read-quote.ts';
import { toDestination } from '#domain/delivery.ts';
import {
  addToOrderRequest,
  manualOrderRequest,
  type OutsidePayment,
  paymentLinkRequest,
} from '#domain/manual-order.ts';
import { readOrderLines } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { knownAddress, knownEmail, knownName } from '../orders/order-text.ts';

/**
 * `link` and `outside` are chosen in the form; the others depend on the order the screen was opened
 * from.
 */
export type OrderKind = 'link' | 'outside' | 'replacement' | 'addition';

/** The order that the new one belongs to, and how. */
export interface Original {
  purpose: 'replacement' | 'addition';
  order: RowOf<'orders'>;
}

/** A chosen product; its amounts are for display only. */
export interface ChosenItem {
  id: string;
  name: string;
  weight: string;
  priceCents: number;
  /** As typed. */
  quantity: string;
}

/** The form as typed, stored in this browser. */
export interface OrderForm {
  /** Identifies the form: sent again, it is still the same order. */
  key: string;
  kind: OrderKind;
  items: ChosenItem[];
  name: string;
  email: string;
  phone: string;
  address: string;
  country: string;
  region: string;
  /** Null for the first rate offered. */
  rateId: string | null;
  code: string;
  paidBy: OutsidePayment;
  reference: string;
  tell: boolean;
  /** How many days a link is valid. */
  days: string;
  reason: string;
}

export type FormErrors = Partial<Record<keyof OrderForm, string>>;

/** An empty form, or one with the customer of the order it belongs to and the items to be replaced. */
export function startForm(belongsTo: Original | null): OrderForm {
  const original = belongsTo?.order ?? null;
  return {
    key: crypto.randomUUID(),
    kind: belongsTo?.purpose ?? 'link',
    items:
      original && belongsTo?.purpose === 'replacement'
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
    days: '7',
    reason: '',
  };
}

/** Null if any quantity is invalid. */
export function readItems(form: OrderForm) {
  const items = form.items.map(({ id, weight, quantity }) => ({
    id,
    weight,
    quantity: /^[1-9]\d?$/.test(quantity.trim()) ? Number(quantity) : 0,
  }));
  return items.length > 0 && items.every(({ quantity }) => quantity > 0) ? items : null;
}

/** What determines the amounts, apart from the items. */
export function toQuoteInput({ kind, country, region, rateId, code }: OrderForm): QuoteInput {
  return {
    discountCode: code.trim(),
    deliveryRateId: rateId,
    destination: country ? toDestination(country, region) : null,
    ...(kind === 'addition' && { withoutDelivery: true }),
  };
}

export interface OrderCall {
  /** Of the function. */
  name: string;
  body: Record<string, unknown>;
}

export type ReadForm = { call: OrderCall; errors: null } | { call: null; errors: FormErrors };

/** The call that places the order or creates the link, or the errors by field. */
export function readForm(form: OrderForm, original: Original | null): ReadForm {
  const errors: FormErrors = {};
  const items = readItems(form);
  if (form.items.length === 0) errors.items = 'Add at least one product.';
  else if (!items) errors.items = 'Every quantity must be a whole number from 1 to 99.';
  const { kind } = form;
  const id = original?.order.id ?? '';
  const link = { days: Number(form.days), tell: form.tell };
  const read =
    kind === 'addition'
      ? addToOrderRequest.safeParse({ orderId: id, ...link })
      : kind === 'link'
        ? paymentLinkRequest.safeParse({ customer: form, ...link })
        : manualOrderRequest.safeParse({ customer: form, payment: paymentOf(form, id) });
  for (const { path, message } of read.error?.issues ?? []) {
    errors[String(path.at(-1)) as keyof OrderForm] ??= message;
  }
  if (kind === 'link' && form.tell && form.email.trim() === '') {
    errors.email ??= 'Enter an email address, or do not email the link.';
  }
  if (Object.keys(errors).length > 0 || !items || !read.success) return { call: null, errors };
  const wish = kind === 'link' || kind === 'outside' ? toQuoteInput(form) : {};
  const name = { link: 'create-payment-link', addition: 'add-to-order' }[kind as string];
  const body = { items, ...wish, ...read.data };
  return { call: { name: name ?? 'create-manual-order', body }, errors: null };
}

function paymentOf(form: OrderForm, replaces: string) {
  const { kind, paidBy, reference, tell, reason } = form;
  return kind === 'replacement'
    ? { kind, replaces, reason }
    : { kind: 'outside', paidBy, reference, tell };
}
