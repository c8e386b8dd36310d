import type { Database } from '#supabase/database.gen.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import { type LineBatchRow, lineBatchColumns } from '../packing/read-packing.ts';
import { type LinkRow, linkColumns } from './payment-links.ts';

export type Mail = Database['public']['Views']['mails']['Row'];

/** An order and everything that has happened to it. */
export interface WholeOrder {
  order: RowOf<'orders'>;
  payments: RowOf<'payments'>[];
  refunds: RowOf<'refunds'>[];
  disputes: RowOf<'disputes'>[];
  shipments: RowOf<'shipments'>[];
  mails: Mail[];
  changes: RowOf<'audit_log'>[];
  /** Which batch was packed for which line. */
  order_line_batches: LineBatchRow[];
  /** How the owner placed it; null if the customer did. */
  manual: RowOf<'manual_orders'> | null;
  /** Free replacements for this order. */
  replacements: RowOf<'manual_orders'>[];
  /** Links by which it was paid, or that add items to it. */
  links: LinkRow[];
}

/** Null if there is no such order. */
export async function readOrder(calls: AdminCalls, id: string): Promise<WholeOrder | null> {
  const [[found], mails, noted, links] = await Promise.all([
    calls.run((tables) =>
      tables
        .from('orders')
        .select(
          `*, payments(*), refunds(*), disputes(*), shipments(*), ${lineBatchColumns}` as const,
        )
        .eq('id', id),
    ),
    calls.run((tables) => tables.from('mails').select().eq('order_id', id).order('created_at')),
    calls.run((tables) =>
      tables
        .from('manual_orders')
        .select()
        .or(`order_id.eq.${id},replaces.eq.${id}`)
        .order('created_at'),
    ),
    calls.run((tables) =>
      tables
        .from('payment_links')
        .select(linkColumns)
        .or(`order_id.eq.${id},adds_to.eq.${id}`)
        .order('created_at'),
    ),
  ]);
  if (!found) return null;
  const { payments, refunds, disputes, shipments, order_line_batches = [], ...order } = found;
  const changes = await calls.run((tables) =>
    tables
      .from('audit_log')
      .select()
      .in('table_name', ['orders', 'refunds', 'shipments'])
      .in(
        'row_id',
        [order, ...refunds, ...shipments].map((row) => row.id),
      )
      .order('created_at'),
  );
  return {
    ...{ order, payments, refunds, disputes, shipments, mails, changes, order_line_batches },
    manual: noted.find(({ order_id }) => order_id === id) ?? null,
    replacements: noted.filter(({ replaces }) => replaces === id),
    links,
  };
}
