import { sql } from 'kysely';
import { forgetDeletions } from '#server/accounts/delete-account.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/**
 * Removes what has served its purpose: counted views after a day, finished events after ninety, the
 * reconciler's reports after thirty, or ninety where they found something, links to orders when
 * their time is over, invitations a month later. Of emails: the texts of sent ones, and the whole
 * of those that belong to no order, after thirty days; failed ones after ninety, links in them after
 * a week.
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
  await pruneMails(db);
  await forgetDeletions(db);
}

async function pruneMails(db: OrderContext['db']): Promise<void> {
  const old = sql<boolean>`(
    (status = 'sent' and sent_at < now() - interval '30 days')
    or (status = 'failed' and next_attempt_at < now() - interval '90 days'))`;
  await db.deleteFrom('private.email_outbox').where('order_id', 'is', null).where(old).execute();
  const emptied = { html: '', text: '' };
  await db
    .updateTable('private.email_outbox')
    .set(emptied)
    .where('text', '<>', '')
    .where((where) =>
      where.or([
        old,
        sql<boolean>`secret and status = 'failed' and next_attempt_at < now() - interval '7 days'`,
      ]),
    )
    .execute();
  await db
    .updateTable('private.email_outbox')
    .set({ dismissed_at: sql<Date>`now()` })
    .where('status', '=', 'failed')
    .where('text', '=', '')
    .where('dismissed_at', 'is', null)
    .where(old)
    .execute();
}
