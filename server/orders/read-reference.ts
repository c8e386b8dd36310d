import type { PaymentProviderName } from '#server/payments/registry.ts';
import { referenceColumn } from './reference-column.ts';
import type { Tables } from './tables.ts';

/** The reference of an order's own payment page at the provider; null if it has none there. */
export async function readReference(
  db: Tables,
  provider: PaymentProviderName,
  orderId: string,
): Promise<string | null> {
  const column = referenceColumn[provider];
  const order = await db
    .selectFrom('orders')
    .select(column)
    .where('id', '=', orderId)
    .executeTakeFirst();
  return order?.[column] ?? null;
}
