import type { Database } from '@liv-fit/backend/database';

export interface Delivery {
  sent: boolean;
  /** An attempt failed and the next is not due yet, so waiting for it is pointless. */
  resting: boolean;
}

export async function readDeliveries(
  database: Database,
  dedupeKeys: readonly string[],
): Promise<Delivery[]> {
  const { rows } = await database.query<Delivery>({
    text: `select status = 'sent' as sent,
        status = 'failed' or (status = 'queued' and tries > 0 and leased_until is null) as resting
      from private.email_outbox where dedupe_key = any($1)`,
    values: [dedupeKeys],
  });
  return rows;
}
