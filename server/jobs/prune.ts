import { sql } from 'kysely';
import type { OrderContext } from '#server/orders/order-context.ts';

/**
 * Removes what has served its purpose: counted views after a day, finished events after ninety, the
 * reconciler's reports after thirty, or ninety where they found something, links to orders when
 * their time is over, invitations a month later.
 */
export async function prune({ db }: Pick<OrderContext, 'db'>): Promise<void> {
  await db
    .deleteFrom('private.product_views')
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('private.provider_events')
    .where('done_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
  await db
    .deleteFrom('reconcile_runs')
    .where(
      'finished_at',
      '<',
      sql<Date>`now() - case when findings = '[]' then interval '30 days' else interval '90 days' end`,
    )
    .execute();
  await db
    .deleteFrom('private.admin_invitations')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
  await db.deleteFrom('private.order_links').where('expires_at', '<', sql<Date>`now()`).execute();
}
