import type { Queryable } from '@liv-fit/backend/database';

/** Updates the rows of customers whose orders changed, some in each statement. */
export async function sumCustomers(database: Queryable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ more: boolean }>({
      text: 'select private.sum_stale_customers() as more',
    });
    if (!rows[0]?.more) return;
  }
}
