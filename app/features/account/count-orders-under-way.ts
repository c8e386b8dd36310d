import { readCustomer } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import { refundablePayments } from '#domain/payment-status.ts';

/** Paid orders of the customer that have not left yet; 0 if that cannot be determined. */
export async function countOrdersUnderWay(publishableKey: string): Promise<number> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind !== 'customer') return 0;
  try {
    const tables = await openTables(publishableKey, customer.headers);
    const { count } = await tables
      .from('orders')
      .select('id', { count: 'exact', head: true })
      .in('status', ['pending', 'processing'])
      .in('payment_status', refundablePayments);
    return count ?? 0;
  } catch {
    return 0;
  }
}
