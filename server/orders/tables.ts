import type { ColumnType, Kysely, Selectable } from 'kysely';
import type { OutsidePayment } from '#domain/manual-order.ts';
import type { OrderStatus, PaymentStatus } from '#domain/order.ts';
import type { RefundState } from '#domain/refund.ts';
import type { DisputeState } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type {
  Disputes as GeneratedDisputes,
  Orders as GeneratedOrders,
  Payments as GeneratedPayments,
  Refunds as GeneratedRefunds,
  DB as GeneratedTables,
} from '#supabase/kysely.gen.ts';

/** The generated type, narrowed to the values that the table's checks allow. */
interface Orders extends Omit<GeneratedOrders, 'status' | 'payment_status'> {
  status: ColumnType<OrderStatus, OrderStatus | undefined, OrderStatus>;
  payment_status: ColumnType<PaymentStatus, PaymentStatus | undefined, PaymentStatus>;
}

type Word<T extends string> = ColumnType<T, T, T>;

interface Payments extends Omit<GeneratedPayments, 'provider'> {
  provider: Word<PaymentProviderName | OutsidePayment>;
}

interface Refunds extends Omit<GeneratedRefunds, 'provider' | 'state' | 'origin'> {
  provider: Word<PaymentProviderName | OutsidePayment>;
  state: Word<RefundState>;
  origin: Word<'shop' | 'provider'>;
}

interface Disputes extends Omit<GeneratedDisputes, 'provider' | 'state'> {
  provider: Word<PaymentProviderName>;
  state: Word<DisputeState>;
}

export interface DB extends Omit<GeneratedTables, 'orders' | 'payments' | 'refunds' | 'disputes'> {
  orders: Orders;
  payments: Payments;
  refunds: Refunds;
  disputes: Disputes;
}

/** Typed SQL for trusted server code; a transaction is one too. */
export type Tables = Kysely<DB>;

export type OrderRow = Selectable<Orders>;
export type PaymentRow = Selectable<Payments>;
export type RefundRow = Selectable<Refunds>;
