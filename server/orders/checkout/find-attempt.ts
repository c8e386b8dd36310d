import { type Cents, toCents } from '#domain/money.ts';
import { type OrderLine, type PaymentStatus, readOrderLines } from '#domain/order.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/** An order and the attempt to pay it, as stored. */
export interface Attempt {
  orderId: string;
  provider: PaymentProviderName;
  paymentStatus: PaymentStatus;
  reference: string | null;
  checkoutUrl: string | null;
  returnOrigin: string;
  lines: OrderLine[];
  amounts: OrderAmounts;
  currency: string;
  email: string;
  shipsTo: readonly string[];
  /** Superseded by a newer page. */
  superseded: boolean;
  /** Started from a payment link, so a customer who cancels returns there. */
  fromLink: boolean;
  /** It holds stock, so its page expires sooner. */
  holdsStock: boolean;
  createdAt: Date;
}

/** What the payment page charges besides the lines. */
export interface OrderAmounts {
  totalCents: Cents;
  discountCents: Cents;
  /** Null in a shop without delivery zones. */
  delivery: { name: string; cents: Cents } | null;
  /** Tax that is not already included in the prices. */
  addedTaxCents: Cents;
}

export async function findAttempt(
  tx: Tables,
  { provider, attemptKey }: { provider: PaymentProviderName; attemptKey: string },
  shipsTo: readonly string[],
) {
  const row = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select([
      'attempt.fingerprint',
      'attempt.checkout_url',
      'attempt.return_origin',
      'attempt.ships_to',
      'attempt.superseded_at',
      'attempt.holds_stock',
      'attempt.payment_link',
      'o.id',
      'o.payment_status',
      'o.order_items',
      'o.total_amount',
      'o.discount_amount',
      'o.delivery_amount',
      'o.tax_amount',
      'o.tax_included_amount',
      'o.delivery_rate_name',
      'o.currency',
      'o.email',
      'o.created_at',
      ...referenceColumns,
    ])
    .where('attempt.attempt_key', '=', attemptKey)
    .executeTakeFirst();
  if (!row) return null;
  const attempt: Attempt = {
    orderId: row.id,
    provider,
    paymentStatus: row.payment_status,
    reference: row[referenceColumn[provider]],
    checkoutUrl: row.checkout_url,
    returnOrigin: row.return_origin,
    lines: readOrderLines(row.order_items),
    amounts: {
      totalCents: toCents(row.total_amount),
      discountCents: toCents(row.discount_amount),
      delivery:
        row.delivery_rate_name === null
          ? null
          : { name: row.delivery_rate_name, cents: toCents(row.delivery_amount) },
      addedTaxCents: toCents(row.tax_amount) - toCents(row.tax_included_amount),
    },
    currency: row.currency,
    email: row.email,
    shipsTo: readTexts(row.ships_to) ?? shipsTo,
    superseded: row.superseded_at !== null,
    fromLink: row.payment_link !== null,
    holdsStock: row.holds_stock,
    createdAt: row.created_at,
  };
  return { attempt, fingerprint: row.fingerprint };
}

/** Null if none were stored, by an earlier version. */
function readTexts(stored: unknown): string[] | null {
  return Array.isArray(stored) && stored.length > 0 ? stored.map(String) : null;
}

/** Whether the attempt has ended, which frees its key for another one. */
export function hasEnded({ paymentStatus, superseded }: Attempt): boolean {
  if (superseded && paymentStatus === 'pending') return true;
  return paymentStatus === 'expired' || paymentStatus === 'failed';
}
