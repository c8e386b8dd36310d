import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { OrderStatus, PaymentStatus } from '#domain/order.ts';
import type { Orders as GeneratedOrders, DB as GeneratedTables } from '#supabase/kysely.gen.ts';

/** The generated type, with the words that the table's checks allow. */
interface Orders extends Omit<GeneratedOrders, 'status' | 'payment_status'> {
  status: ColumnType<OrderStatus, OrderStatus | undefined, OrderStatus>;
  payment_status: ColumnType<PaymentStatus, PaymentStatus | undefined, PaymentStatus>;
}

export interface DB extends Omit<GeneratedTables, 'orders'> {
  orders: Orders;
}

/** Trusted server code's typed SQL; a transaction is one too. */
export type Tables = Kysely<DB>;

export type OrderRow = Selectable<Orders>;
