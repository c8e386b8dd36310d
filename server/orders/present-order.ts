import {
  type OrderDetails,
  orderPlaceholders,
  readOrderLines,
  toStoredOrderLine,
} from '#domain/order.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { pickReferences, providerOf } from './reference-column.ts';
import type { OrderRow } from './tables.ts';

/** An order as sent to a client; with personal details only if it is `known` to be the caller's. */
export function presentOrder(row: OrderRow, { known }: { known: boolean }): OrderDetails {
  const provider = providerOf(row);
  const { name, email, address } =
    (provider && serviceOf(provider).placeholders) ?? orderPlaceholders;
  const hidden = { name, email, phone: '', address };
  return {
    id: row.id,
    ...(known
      ? { name: row.name, email: row.email, phone: row.phone, address: row.address }
      : hidden),
    order_items: readOrderLines(row.order_items).map(toStoredOrderLine),
    subtotal_amount: Number(row.subtotal_amount),
    discount_amount: Number(row.discount_amount),
    delivery_amount: Number(row.delivery_amount),
    tax_amount: Number(row.tax_amount),
    tax_included_amount: Number(row.tax_included_amount),
    total_amount: Number(row.total_amount),
    discount_code: row.discount_code,
    delivery_rate_name: row.delivery_rate_name,
    ship_country: row.ship_country,
    ship_region: known ? row.ship_region : null,
    ship_postal_code: known ? row.ship_postal_code : null,
    currency: row.currency,
    status: row.status,
    payment_status: row.payment_status,
    created_at: row.created_at.toISOString(),
    ...pickReferences(row),
  };
}
