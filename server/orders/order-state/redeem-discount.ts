import { sql } from 'kysely';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import { type CountedRanges, findBeyondShare } from '#server/orders/unpaid-share.ts';

/**
 * Uses a code once for an order, in the transaction that creates it; an order that ends unpaid
 * gives the use back. Otherwise returns why not: `used_up` (in total or by this customer), or
 * `beyond_share` if the shopper's range has it in too many unpaid orders, in which case this order
 * must be undone.
 */
export async function redeemDiscount(
  tx: Tables,
  orderId: string,
  discountId: string,
  ranges: CountedRanges | null,
): Promise<'used_up' | 'beyond_share' | null> {
  const { rows } = await sql<{ is_used_up: boolean; is_beyond: boolean }>`
    with used as materialized (select private.use_discount(${discountId}, ${orderId}) as problem)
    select problem is not null as is_used_up,
      problem is null and ${findBeyondShare(orderId, [discountId], ranges)} is not null as is_beyond
    from used
  `.execute(tx);
  const [{ is_used_up = true, is_beyond = false } = {}] = rows;
  if (is_used_up) return 'used_up';
  return is_beyond ? 'beyond_share' : null;
}

/**
 * Whether the code still covers an order that is being paid: others may have used it since, or the
 * payer's address may have used it before. An order that had ended uses the code again.
 */
export async function recheckDiscount(
  tx: Tables,
  { id, payment_status, discount_code }: OrderRow,
  /** The payer's email address; null while unknown. */
  payer: string | null,
): Promise<boolean> {
  if (discount_code === null) return true;
  const again = payment_status !== 'pending';
  const { rows } = await sql<{ problem: string | null }>`
    select case when ${again} then private.use_discount(discount_id, order_id, ${payer}::text)
      else private.discount_problem(discount_id, order_id, true, ${payer}::text) end as problem
    from private.discount_uses where order_id = ${id}
  `.execute(tx);
  return rows.every(({ problem }) => problem === null);
}

/** For a late payment that the team accepts: its code counts as used, even beyond its limit. */
export async function reinstateDiscountUse(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.discount_uses')
    .set({ released: false })
    .where('order_id', '=', orderId)
    .execute();
}

/** Gives back a use that was taken again for a payment that then failed. */
export async function releaseDiscountOfEnded(tx: Tables, orderId: string): Promise<void> {
  await tx
    .updateTable('private.discount_uses')
    .set({ released: true })
    .from('orders')
    .whereRef('orders.id', '=', 'private.discount_uses.order_id')
    .where('orders.id', '=', orderId)
    .where('orders.payment_status', 'in', ['expired', 'failed'])
    .execute();
}
