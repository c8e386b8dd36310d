import { sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Sets whom the audit log names as the author of changes in this transaction
 * (`private.record_change`); null for the shop itself.
 */
export async function setAuditActor(tx: Tables, userId: string | null): Promise<void> {
  if (userId === null) return;
  await sql`select set_config('shop.actor', ${userId}, true)`.execute(tx);
}
