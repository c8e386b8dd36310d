import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#supabase/database.gen.ts';

/**
 * Stock movements of a product by orders that hold it and have not shipped: paid or not, disputed,
 * or in review. In review, even a canceled order holds it, since its payment may yet be accepted.
 */
export function heldByOrders(tables: Pick<PostgrestClient<Database>, 'from'>, productId: string) {
  return tables
    .from('stock_movements')
    .select('change, order:orders!inner(payment_status)')
    .eq('product_id', productId)
    .in('order.payment_status', ['pending', 'paid', 'partially_refunded', 'review', 'disputed'])
    .or('status.in.(pending,processing),and(status.eq.cancelled,payment_status.eq.review)', {
      referencedTable: 'order',
    });
}
