import { readCustomer } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import type { Database } from '#supabase/database.gen.ts';
import { isListed } from './is-listed.ts';

export type CustomerOrder = Database['public']['Tables']['orders']['Row'] & {
  /** The published batches that were sent, by line. */
  sent?: readonly SentBatch[];
};

export type SentBatch = Pick<
  Database['public']['Functions']['order_batches']['Returns'][number],
  'line' | 'code' | 'status'
>;

/** The customer's own orders, newest first; null if they could not be read. */
export async function readOrders(
  userId: string,
  publishableKey: string,
): Promise<CustomerOrder[] | null> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind !== 'customer') return null;
  try {
    const tables = await openTables(publishableKey, customer.headers);
    const { data } = await tables
      .from('orders')
      .select()
      .eq('user_id', userId)
      .order('created_at', { ascending: false });
    const orders = data?.filter(isListed) ?? null;
    if (!orders || orders.length === 0) return orders;
    // If the batches cannot be read, the order is shown without them.
    const { data: sent } = await tables.rpc('order_batches', {
      order_ids: orders.map(({ id }) => id),
    });
    return orders.map((order) => ({
      ...order,
      sent: sent?.filter(({ order_id }) => order_id === order.id) ?? [],
    }));
  } catch {
    return null;
  }
}
