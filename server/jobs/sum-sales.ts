import type { Queryable } from '@liv-fit/backend/database';

/** Quarter-hours per statement: about five days, for each of which all orders are read. */
const atOnce = 500;

/**
 * Updates the sums of sales, some quarter-hours per statement, so that no statement exceeds its
 * timeout.
 */
export async function sumSales(database: Queryable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ more: boolean }>({
      text: 'select private.sum_sales($1) as more',
      values: [atOnce],
    });
    if (!rows[0]?.more) return;
  }
}
