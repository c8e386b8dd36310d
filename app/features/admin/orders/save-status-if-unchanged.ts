import type { OrderStatus } from '#domain/order.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';

export type Saved = Pick<RowOf<'orders'>, 'id'>;

/** Sets the status of those orders that are still as they were shown. */
export function saveStatusIfUnchanged(
  calls: AdminCalls,
  seen: readonly Pick<RowOf<'orders'>, 'id' | 'updated_at'>[],
  status: OrderStatus,
): Promise<Saved[]> {
  return calls.run((tables) =>
    tables
      .from('orders')
      .update({ status })
      .in(
        'id',
        seen.map(({ id }) => id),
      )
      .in(
        'updated_at',
        seen.map(({ updated_at }) => updated_at),
      )
      .select('id'),
  );
}
