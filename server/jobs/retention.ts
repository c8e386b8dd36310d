import { sql } from 'kysely';

/** Retention rules. docs/operating.md lists them; a test compares the two. */
export interface RetentionRule {
  table: string;
  /** Which rows, in words. */
  what: string;
  /** The period, and what happens then. */
  kept: string;
  why: string;
  due: ReturnType<typeof sql<boolean>>;
  /** The columns to empty, if the rows are kept. */
  set?: ReturnType<typeof sql>;
}

/** Orders whose payment, refund or dispute isn't decided yet: nothing about them is deleted. */
const openOrders = sql`(
  select id from public.orders where payment_status in ('pending', 'review', 'disputed')
  union select order_id from public.disputes where state in ('inquiry', 'open')
  union select order_id from public.refunds where state in ('requested', 'pending')
)`;

const olderThan = (column: string, time: string) =>
  sql<boolean>`${sql.ref(column)} < now() - ${sql.lit(time)}::interval`;

export const retention: readonly RetentionRule[] = [
  {
    table: 'private.rate_limits',
    what: 'counts of limits, by network',
    kept: 'until they end, an hour at most, and then at most a day',
    why: 'All processes of the shop count together.',
    due: sql<boolean>`expire < extract(epoch from now()) * 1000`,
  },
  {
    table: 'private.erasures',
    what: 'ids of deleted accounts',
    kept: '13 months',
    why: 'A backup that is restored may still hold them: they are deleted again. No backup is kept longer than a year.',
    due: olderThan('erased_at', '13 months'),
  },
  {
    table: 'private.erased_guests',
    what: 'hashes of the addresses of erased guests',
    kept: '13 months',
    why: 'As with accounts: what a restored backup still holds of them is erased again.',
    due: olderThan('erased_at', '13 months'),
  },
  {
    table: 'private.product_views',
    what: 'views of products',
    kept: 'a day',
    why: 'One view of a network counts in half an hour; the counts themselves stay.',
    due: olderThan('seen_at', '1 day'),
  },
  {
    table: 'public.code_checks',
    what: 'checks of codes, with hashes of network and browser',
    kept: '90 days',
    why: 'The owner sees checks over time and what is odd; a unit keeps its first check and their number.',
    due: olderThan('checked_at', '90 days'),
  },
  {
    table: 'private.check_salts',
    what: 'salts of those hashes, one a day',
    kept: 'two days',
    why: 'Without its salt nobody, the shop included, finds an address behind a hash.',
    due: sql<boolean>`day < current_date - 2`,
  },
  {
    table: 'private.provider_events',
    what: 'events of payment services that were processed',
    kept: '30 days',
    why: 'A repeated one is recognized; the services give up repeating after days. What they led to is in payments, refunds and disputes, which stay.',
    due: olderThan('done_at', '30 days'),
  },
  {
    table: 'private.provider_events',
    what: 'events that could not be processed',
    kept: 'a year',
    why: 'Retried for three days, then there to be looked into.',
    due: sql<boolean>`done_at is null and ${olderThan('received_at', '1 year')}`,
  },
  {
    table: 'private.checkout_attempts',
    what: 'attempts to pay, of orders that are decided',
    kept: '90 days, or as long as money of the order may still move',
    why: 'They hold the payment page and the browser that may see the order for a day. Late money is told apart by them.',
    due: sql<boolean>`${olderThan('created_at', '90 days')} and order_id not in ${openOrders}
      -- Of an order that had ended when the money was sent; a wallet holds it for 180 days at most.
      and (money_under_way_at is null or ${olderThan('created_at', '180 days')})`,
  },
  {
    table: 'public.reconcile_runs',
    what: 'reports of the reconciler',
    kept: '30 days, with findings 90',
    why: 'Findings may have to be traced; the payments themselves are compared again each day.',
    due: sql<boolean>`finished_at
      < now() - case when findings = '[]' then interval '30 days' else interval '90 days' end`,
  },
  {
    table: 'private.admin_invitations',
    what: 'invitations',
    kept: '30 days after they expire',
    why: 'The list of administrators shows expired ones until then.',
    due: olderThan('expires_at', '30 days'),
  },
  {
    table: 'private.order_links',
    what: 'links to orders',
    kept: 'until they expire',
    why: 'They open nothing afterwards.',
    due: sql<boolean>`expires_at < now()`,
  },
  {
    table: 'public.payment_links',
    what: 'payment links that nobody paid, with whom they were for',
    kept: '90 days after they expire',
    why: 'They open nothing afterwards. Of a paid one the customer is in the order alone.',
    due: sql<boolean>`order_id is null and ${olderThan('expires_at', '90 days')}`,
  },
  {
    table: 'private.email_outbox',
    what: 'texts of emails that were sent',
    kept: 'until they are sent',
    why: 'An order’s emails are rendered again when they are sent again.',
    due: sql<boolean>`status = 'sent' and (html <> '' or text <> '')`,
    set: sql`html = '', text = ''`,
  },
  {
    table: 'private.email_outbox',
    what: 'texts of emails with a link that were given up',
    kept: '7 days',
    why: 'Long enough to send an invitation again.',
    due: sql<boolean>`secret and status = 'failed' and text <> ''
      and ${olderThan('next_attempt_at', '7 days')}`,
    set: sql`html = '', text = ''`,
  },
  {
    table: 'private.email_outbox',
    what: 'emails that belong to no order',
    kept: '30 days, given up ones 90',
    why: 'Until then the list of failed emails can send them again.',
    due: sql<boolean>`order_id is null and (
      (status = 'sent' and ${olderThan('sent_at', '30 days')})
      or (status = 'failed' and ${olderThan('next_attempt_at', '90 days')}))`,
  },
  {
    table: 'private.email_outbox',
    what: 'texts of an order’s emails that were given up',
    kept: '90 days',
    why: 'The list of failed emails does not show them anymore.',
    due: sql<boolean>`order_id is not null and status = 'failed'
      and (text <> '' or dismissed_at is null) and ${olderThan('next_attempt_at', '90 days')}`,
    set: sql`html = '', text = '', dismissed_at = coalesce(dismissed_at, now())`,
  },
  {
    table: 'private.email_outbox',
    what: 'an order’s emails, without their text',
    kept: 'two years, or as long as money of the order may still move',
    why: 'By its row no email goes out twice. Orders paid longer ago get no confirmation unless an administrator sends it.',
    due: sql<boolean>`order_id is not null and status <> 'queued'
      and ${olderThan('created_at', '2 years')} and order_id not in ${openOrders}`,
  },
  {
    table: 'public.audit_log',
    what: 'what the shop itself changed of orders',
    kept: 'a year, or as long as money of the order may still move',
    why: 'To follow up a complaint. The order, its payments, refunds and disputes stay.',
    due: sql<boolean>`actor_id is null and actor_email is null
      and table_name = 'orders' and ${olderThan('created_at', '1 year')}
      and row_id not in (select id::text from ${openOrders} as open)`,
  },
  {
    table: 'public.audit_log',
    what: 'what administrators changed',
    kept: 'three years, of orders as long as their money may still move',
    why: 'As long as somebody may ask who did it.',
    due: sql<boolean>`${olderThan('created_at', '3 years')} and (table_name <> 'orders'
      or row_id not in (select id::text from ${openOrders} as open))`,
  },
];

/** What is kept forever, and why. */
export const neverPruned = [
  [
    'orders, payments, refunds, disputes, shipments',
    'The books: what was sold, paid and given back.',
  ],
  ['messages, products, posts, batch codes', 'An administrator deletes them.'],
] as const;
