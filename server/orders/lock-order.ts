import { orderColumns } from './order-columns.ts';
import type { OrderRow, Tables } from './tables.ts';

/** Reads the order and locks it until the transaction ends. */
export function lockOrder(tx: Tables, orderId: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}
