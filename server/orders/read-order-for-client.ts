import {
  type OrderDetails,
  orderPlaceholders,
  type PaymentProviderName,
  paymentMethodOf,
  readOrderLines,
  toStoredLine,
} from '#domain/order.ts';
import { opensOrder } from './access-token.ts';
import type { OrderContext } from './order-context.ts';
import { referenceColumn } from './reference-column.ts';

/** Who asks: the account of a verified token, and what their cookies hold. */
export interface Viewer {
  userId: string | null;
  accessToken: (orderId: string) => string | undefined;
}

/**
 * An order as its customer may see it, by the provider's reference. A reference is no proof of
 * identity: it stands in the address bar. So personal details are placeholders for everybody but
 * the browser that started the order and the account that owns it.
 */
export async function readOrderForClient(
  { db }: OrderContext,
  provider: PaymentProviderName,
  reference: string,
  viewer: Viewer,
): Promise<OrderDetails | null> {
  const row = await db
    .selectFrom('orders as o')
    .leftJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .selectAll('o')
    .select('attempt.access_token_hash')
    .where(`o.${referenceColumn[provider]}`, '=', reference)
    .executeTakeFirst();
  if (!row) return null;
  const known =
    (row.user_id !== null && row.user_id === viewer.userId) ||
    opensOrder(viewer.accessToken(row.id), row.access_token_hash);
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
