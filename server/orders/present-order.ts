import {
  type OrderDetails,
  orderPlaceholders,
  paymentMethodOf,
  readOrderLines,
  toStoredLine,
} from '#domain/order.ts';
import type { OrderRow } from './tables.ts';

/** An order as it leaves the server; personal details only for whom it is `known` to be theirs. */
export function presentOrder(row: OrderRow, { known }: { known: boolean }): OrderDetails {
  const wallet = paymentMethodOf(row) === 'paypal';
  const hidden = {
    name: wallet ? orderPlaceholders.walletName : orderPlaceholders.name,
    email: wallet ? orderPlaceholders.walletEmail : orderPlaceholders.email,
    phone: '',
    address: wallet ? orderPlaceholders.walletAddress : orderPlaceholders.address,
  };
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
    stripe_session_id: row.stripe_session_id,
    paypal_order_id: row.paypal_order_id,
  };
}
