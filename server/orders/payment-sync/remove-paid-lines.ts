import { sql } from 'kysely';
import { isUuid } from '#domain/uuid.ts';
import { keyOf, linesOf } from '#server/orders/order-state/compare-lines.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';

/**
 * Removes what was paid for from the cart of the account that ordered: those lines and quantities,
 * and nothing that was added since. What another order has already removed isn't removed twice.
 */
export async function removePaidLines(
  tx: Tables,
  order: OrderRow,
  others: readonly ShopperOrder[],
): Promise<void> {
  if (!order.user_id) return;
  const taken = new Set(
    others
      .filter(({ paidAt }) => paidAt !== null && paidAt >= order.created_at)
      .flatMap(({ lines }) => lines.map(keyOf)),
  );
  const paid = linesOf(order)
    .filter((line) => isUuid(line.id ?? '') && !taken.has(keyOf(line)))
    .map(({ id, weight, quantity }) => ({ id, weight, quantity }));
  if (paid.length === 0) return;
  // The same lock as replace_cart: a cart is saved before or after this, never in between.
  await sql`select pg_advisory_xact_lock(
    hashtextextended('cart:' || ${order.user_id}::text, 0)
  )`.execute(tx);
  await sql`
    with paid as (
      select line.id as product_id, line.weight, sum(line.quantity) as quantity
      from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
        as line (id uuid, weight text, quantity integer)
      group by line.id, line.weight
    ), bought as (
      delete from public.cart_items as item using paid
      where item.user_id = ${order.user_id}::uuid and item.product_id = paid.product_id
        and item.weight = paid.weight and item.quantity <= paid.quantity
    )
    update public.cart_items as item set quantity = item.quantity - paid.quantity from paid
    where item.user_id = ${order.user_id}::uuid and item.product_id = paid.product_id
      and item.weight = paid.weight and item.quantity > paid.quantity
  `.execute(tx);
}
