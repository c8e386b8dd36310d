import { type Line, type StoredLine, toStoredLine } from './line.ts';
import { type Cents, toCents, toDecimal } from './money.ts';
import type { ReferenceColumn } from './payment-method.ts';

/** The shipping status, set by the admin (requirements §4.8, plus `completed`). */
export const orderStatuses = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'completed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The payment status, set by the server. */
export const paymentStatuses = [
  'pending',
  'paid',
  'review',
  'expired',
  'failed',
  'refunded',
  'partially_refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What an order holds until the provider has collected the real value (requirements §3.7). */
export const orderPlaceholders = {
  name: 'Pending',
  guestName: 'Guest Customer',
  email: 'pending@checkout.example',
  address: 'Pending',
  walletName: 'PayPal Customer',
  walletEmail: 'paypal@checkout.example',
  walletAddress: 'Collected via PayPal',
  /** Shown in place of a customer who deleted their account. */
  deletedName: 'Deleted customer',
  deletedEmail: 'deleted@checkout.example',
  deletedAddress: 'Deleted',
} as const;

const placeholderNames: readonly string[] = [
  orderPlaceholders.name,
  orderPlaceholders.guestName,
  orderPlaceholders.walletName,
  orderPlaceholders.deletedName,
];
const placeholderEmails: readonly string[] = [
  orderPlaceholders.email,
  orderPlaceholders.walletEmail,
  orderPlaceholders.deletedEmail,
];
const placeholderAddresses: readonly string[] = [
  orderPlaceholders.address,
  orderPlaceholders.walletAddress,
  orderPlaceholders.deletedAddress,
];

const isBlank = (value: string | null | undefined): boolean => !value?.trim();

/** True while there is no real name to show; likewise the two below. */
export function isPlaceholderName(name: string | null | undefined): boolean {
  return isBlank(name) || placeholderNames.includes(String(name));
}

export function isPlaceholderEmail(email: string | null | undefined): boolean {
  return isBlank(email) || placeholderEmails.includes(String(email));
}

export function isPlaceholderAddress(address: string | null | undefined): boolean {
  return isBlank(address) || placeholderAddresses.includes(String(address));
}

/** What people see instead of the id (requirements §9.2). */
export function orderNumber(id: string): string {
  return id.slice(0, 8);
}

/** A line as ordered, with its share of the order's discount and tax. */
export interface OrderLine extends Line {
  discountCents: Cents;
  taxCents: Cents;
}

/** The same in `orders.order_items`; amounts in dollars for the whole line. */
export interface StoredOrderLine extends StoredLine {
  product_id: string;
  discount: number;
  tax: number;
}

export function toStoredOrderLine(line: OrderLine): StoredOrderLine {
  const stored = toStoredLine(line);
  return {
    ...stored,
    product_id: stored.id,
    discount: Number(toDecimal(line.discountCents)),
    tax: Number(toDecimal(line.taxCents)),
  };
}

/**
 * Reads `orders.order_items`: an array, or a string of JSON with one, with the defaults of
 * requirements §3.7 for missing fields. Never throws.
 */
export function readOrderLines(orderItems: unknown): OrderLine[] {
  const items = typeof orderItems === 'string' ? parseJson(orderItems) : orderItems;
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => {
    const line = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
    return {
      id: text(line.id),
      name: text(line.name) ?? 'Unknown Item',
      weight: text(line.weight) ?? '',
      priceCents: centsOr0(line.price),
      quantity: Number.isSafeInteger(line.quantity) ? Number(line.quantity) : 1,
      imageUrl: text(line.image_url),
      discountCents: centsOr0(line.discount),
      taxCents: centsOr0(line.tax),
    };
  });
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function centsOr0(price: unknown): Cents {
  try {
    return toCents(price as string | number);
  } catch {
    return 0;
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/**
 * An order as the functions return it (`update-order-details`: `{order}`). Name, email, phone and
 * address are placeholders unless the caller started the order or owns it.
 */
export interface OrderDetails extends Record<ReferenceColumn, string | null> {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  order_items: StoredOrderLine[];
  /** Dollars, like the others: subtotal - discount + delivery + tax - tax_included = total. */
  subtotal_amount: number;
  discount_amount: number;
  delivery_amount: number;
  tax_amount: number;
  tax_included_amount: number;
  total_amount: number;
  discount_code: string | null;
  delivery_rate_name: string | null;
  /** The destination, as far as the amounts depend on it. */
  ship_country: string | null;
  ship_region: string | null;
  ship_postal_code: string | null;
  currency: string;
  status: OrderStatus;
  payment_status: PaymentStatus;
  /** ISO 8601. */
  created_at: string;
}
