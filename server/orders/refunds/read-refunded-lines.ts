import type { Tables } from '#server/orders/tables.ts';

/** The chosen items of each refund of the order that has not failed, through whichever payment. */
export async function readRefundedLines(tx: Tables, orderId: string): Promise<unknown[]> {
  const refunds = await tx
    .selectFrom('refunds')
    .select('lines')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'failed')
    .execute();
  return refunds.map(({ lines }) => lines);
}
