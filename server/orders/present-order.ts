import { toStoredLine } from '#domain/line.ts';
import { type OrderDetails, orderPlaceholders, readOrderLines } from '#domain/order.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { pickReferences, providerOf } from './reference-column.ts';
import type { OrderRow } from './tables.ts';

/** An order as sent to a client; personal details only when it is `known` to be the caller's. */
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
    order_items: readOrderLines(row.order_items).map(toStoredLine),
    total_amount: Number(row.total_amount),
    currency: row.currency,
    status: row.status,
    payment_status: row.payment_status,
    created_at: row.created_at.toISOString(),
    ...pickReferences(row),
  };
}
