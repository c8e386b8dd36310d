import type { OrderDetails } from '#domain/order.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { opensOrder } from './access-token.ts';
import { orderColumns } from './order-columns.ts';
import type { OrderContext } from './order-context.ts';
import { presentOrder } from './present-order.ts';
import { referenceColumn } from './reference-column.ts';

const columns = [
  ...orderColumns.map((column) => `o.${column}` as const),
  'attempt.access_token_hash' as const,
  'attempt.from_account' as const,
];

/** The caller: the account in a verified token, and the access tokens in their cookies. */
export interface Viewer {
  userId: string | null;
  accessToken: (orderId: string) => string | undefined;
}

/**
 * An order as its customer may see it, by the provider's reference. A reference is no proof of
 * identity, since it is in the address bar. So personal details are placeholders except for the
 * account that owns the order or, for a guest's order, the browser that started it. An order placed
 * while signed in doesn't open for the next person at that browser.
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
    .select(columns)
    .where(`o.${referenceColumn[provider]}`, '=', reference)
    .executeTakeFirst();
  if (!row) return null;
  const known =
    (row.user_id !== null && row.user_id === viewer.userId) ||
    (!row.from_account && opensOrder(viewer.accessToken(row.id), row.access_token_hash));
  return presentOrder(row, { known });
}
