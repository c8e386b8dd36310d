import { sql } from 'kysely';
import { forgetDeletions } from '#server/accounts/forget-person.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { retention } from './retention.ts';

/** Batch size: a long statement would block the embedded database. */
const maxAtOnce = 1000;

/** Deletes or empties rows whose retention period has passed. */
export async function prune({ db }: Pick<OrderContext, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const { table, due, set } of retention) {
    const rows = sql`where ctid = any(array(
      select ctid from ${sql.table(table)} where ${due} limit ${sql.lit(maxAtOnce)}))`;
    const statement = set
      ? sql`update ${sql.table(table)} set ${set} ${rows}`
      : sql`delete from ${sql.table(table)} ${rows}`;
    let taken = 0;
    do {
      if (signal?.aborted) return;
      taken = Number((await statement.execute(db)).numAffectedRows ?? 0);
    } while (taken === maxAtOnce);
  }
  await forgetDeletions(db, signal);
}
