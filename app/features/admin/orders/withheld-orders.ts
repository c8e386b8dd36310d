import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { describeWithheldBatch, withheldBatches } from '#domain/shipment.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import type { Question } from '../dialogs/confirm.tsx';
import { type LineBatchRow, lineBatchColumns } from '../packing/read-packing.ts';
import { statusLabel } from './order-text.ts';

type Batch = NonNullable<LineBatchRow['batch']>;

interface PackedOrder {
  order: Pick<RowOf<'orders'>, 'order_items'>;
  refunds: readonly Pick<RowOf<'refunds'>, 'state' | 'lines'>[];
  order_line_batches?: readonly LineBatchRow[];
}

/** The recalled and blocked batches that are noted for what refunds have left of an order. */
export function withheldOf({ order, refunds, order_line_batches = [] }: PackedOrder): Batch[] {
  const refunded = refunds.filter(({ state }) => state !== 'failed').map(({ lines }) => lines);
  return withheldBatches(order.order_items, refunded, order_line_batches);
}

interface WithheldOrder {
  id: string;
  batches: Batch[];
}

/** Those of the orders that have such batches and of which no parcel has left. Throws AdminFailure. */
export async function readWithheld(
  calls: AdminCalls,
  ids: readonly string[],
): Promise<WithheldOrder[]> {
  const rows = await calls.run((tables) =>
    tables
      .from('orders')
      .select(`id, order_items, refunds(state, lines), shipments(id), ${lineBatchColumns}` as const)
      .in('id', ids),
  );
  return rows
    .filter(({ shipments }) => shipments.length === 0)
    .map(({ id, ...row }) => ({ id, batches: withheldOf({ order: row, ...row }) }))
    .filter(({ batches }) => batches.length > 0);
}

/** Asked before such orders are set to a status that says that they have left. */
export function withheldQuestion(orders: readonly WithheldOrder[], status: OrderStatus): Question {
  const [first] = orders;
  const isOne = orders.length === 1;
  const named = orders.flatMap(({ id, batches }) =>
    batches.map(
      (batch) => `${isOne ? '' : `#${orderNumber(id)}: `}${describeWithheldBatch(batch)}.`,
    ),
  );
  return {
    title: `Set ${isOne ? `order #${orderNumber(first?.id ?? '')}` : `${orders.length} orders`} to ${statusLabel(status)}?`,
    text: `${named.join(' ')} Choose another batch on the Packing screen, unless the parcel has left already.`,
    confirm: `Set to ${statusLabel(status)}`,
    cancel: 'Leave unchanged',
    danger: true,
  };
}
