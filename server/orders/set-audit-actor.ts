import { sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Tells the log of changes for whom this transaction acts (`private.record_change`). Null: for the
 * shop itself.
 */
export async function setAuditActor(tx: Tables, userId: string | null): Promise<void> {
  if (userId === null) return;
  await sql`select set_config('shop.actor', ${userId}, true)`.execute(tx);
}
