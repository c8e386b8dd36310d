import { readCustomer } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import type { Database } from '#supabase/database.gen.ts';
import { isListed } from './is-listed.ts';

export type CustomerOrder = Database['public']['Tables']['orders']['Row'];

/** The customer's own orders, newest first; null when they could not be read. */
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
    return data?.filter(isListed) ?? null;
  } catch {
    return null;
  }
}
