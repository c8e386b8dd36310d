import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Whether the shop was restored from a backup and emails and jobs are on hold until somebody
 * confirms it.
 */
export async function awaitsConfirmation(db: Tables): Promise<boolean> {
  const restore = await db
    .selectFrom('private.restores')
    .select('id')
    .where('confirmed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return restore !== undefined;
}

/** Lets emails and jobs resume. */
export async function confirmRestore(db: Tables): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('private.restores')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('confirmed_at', 'is', null)
      .execute();
    await tx
      .updateTable('incidents')
      .set({ closed_at: sql<Date>`now()` })
      .where('kind', '=', 'restore_unconfirmed')
      .where('closed_at', 'is', null)
      .execute();
  });
}

/**
 * The time from which payments have to be compared because the shop was restored; null if nothing
 * is missing.
 */
export async function readComparedSince(db: Tables): Promise<Date | null> {
  const { backup_at } = await db
    .selectFrom('private.restores')
    .select(({ fn }) => fn.min('backup_at').as('backup_at'))
    .where('compared_at', 'is', null)
    .executeTakeFirstOrThrow();
  return backup_at;
}

export async function recordComparison(db: Tables): Promise<void> {
  await db
    .updateTable('private.restores')
    .set({ compared_at: sql<Date>`now()` })
    .where('compared_at', 'is', null)
    .execute();
}
