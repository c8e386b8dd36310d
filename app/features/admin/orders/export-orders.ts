import { type Cents, toDecimal } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { readWholeList } from '../data/read-whole-list.ts';
import type { AdminCalls, ListQuery, RowOf } from '../data/use-admin-calls.ts';
import { saveCsv } from './save-csv.ts';

/** For a paid order; `refunded` is what was lost through refunds and disputes. */
export interface OrderMoney {
  received: Cents;
  refunded: Cents;
}

/** One line per order; amounts as decimal numbers. `money` is undefined if the order was never paid. */
export function toCsvRow(
  order: RowOf<'orders'>,
  money: OrderMoney | undefined,
  methods: readonly Pick<PaymentMethod, 'referenceColumn'>[],
) {
  return {
    id: order.id,
    date: order.created_at,
    paid: order.paid_at ?? '',
    name: order.name,
    email: order.email,
    phone: order.phone,
    address: order.address,
    items: readOrderLines(order.order_items)
      .map(({ quantity, name, weight }) => `${quantity} x ${name} ${weight}`.trim())
      .join('; '),
    subtotal: order.subtotal_amount.toFixed(2),
    discount: order.discount_amount.toFixed(2),
    discount_code: order.discount_code ?? '',
    delivery: order.delivery_amount.toFixed(2),
    tax: order.tax_amount.toFixed(2),
    // Part of the tax, and already in the prices.
    tax_included: order.tax_included_amount.toFixed(2),
    total: order.total_amount.toFixed(2),
    // Differs from the total if a payment of another amount was accepted.
    received: money ? toDecimal(money.received) : '',
    refunded: toDecimal(money?.refunded ?? 0),
    // Only orders that were paid count as income.
    net: money ? toDecimal(money.received - money.refunded) : '',
    currency: order.currency,
    status: order.status,
    payment_status: order.payment_status,
    ...Object.fromEntries(
      methods.map(({ referenceColumn }) => [referenceColumn, order[referenceColumn] ?? '']),
    ),
  };
}

/** By order id. Orders that were never paid are absent. */
async function readMoney(
  calls: AdminCalls,
  orders: readonly RowOf<'orders'>[],
): Promise<Record<string, OrderMoney>> {
  const money = await calls.run((tables) =>
    tables.rpc('admin_order_money', { order_ids: orders.map(({ id }) => id) }),
  );
  return money as unknown as Record<string, OrderMoney>;
}

/** Saves all orders of a list as CSV, reporting how many have been read so far. */
export async function exportOrders(
  calls: AdminCalls,
  query: ListQuery,
  methods: readonly PaymentMethod[],
  onProgress: (done: number) => void,
): Promise<void> {
  const money: Record<string, OrderMoney> = {};
  let done = 0;
  const orders = await readWholeList(calls, 'orders', query, async (page) => {
    Object.assign(money, await readMoney(calls, page));
    done += page.length;
    onProgress(done);
  });
  const rows = orders.map((order) => toCsvRow(order, money[order.id], methods));
  await saveCsv('orders.csv', rows);
}
