import { readCustomer } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import type { Database } from '#supabase/database.gen.ts';

export type CustomerOrder = Database['public']['Tables']['orders']['Row'];

/** Attempts that led to no payment are no orders to whoever made them (architecture §5.9). */
const hidden = ['expired', 'failed'];

/** The customer's own orders, newest first; null when they could not be read. */
export async function readOrders(
  userId: string,
  publishableKey: string,
): Promise<CustomerOrder[] | null> {
  try {
    const customer = await readCustomer(publishableKey);
    if (customer.kind !== 'customer') return null;
    const tables = await openTables(publishableKey, customer.headers);
    const { data } = await tables
      .from('orders')
      .select()
      .eq('user_id', userId)
      .order('created_at', { ascending: false });
    return data?.filter(({ payment_status }) => !hidden.includes(payment_status)) ?? null;
  } catch {
    return null;
  }
}
