import type { Queryable } from '@liv-fit/backend/database';

/** Quarters of an hour in each statement: some five days, of whose days all orders are read. */
const atOnce = 500;

/** Brings the sums of sales up to date, some quarters in each statement, so that no statement outlasts its deadline. */
export async function sumSales(database: Queryable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ more: boolean }>({
      text: 'select private.sum_sales($1) as more',
      values: [atOnce],
    });
    if (!rows[0]?.more) return;
  }
}
