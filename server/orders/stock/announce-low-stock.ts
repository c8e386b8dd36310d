import { CompiledQuery, sql } from 'kysely';
import { dayIn } from '#domain/day-in.ts';
import { lowStockMail } from '#emails/low-stock.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

type AnnounceLowStock = Pick<OrderContext, 'db' | 'now' | 'site' | 'teamEmail' | 'origin'>;

/**
 * Queues at most one email per day, in the shop's time zone, if a product has become low or sold
 * out since the last one. What becomes low after today's email is in tomorrow's.
 */
export async function announceLowStock(context: AnnounceLowStock): Promise<void> {
  const site = await context.site();
  await context.db.transaction().execute(async (tx) => {
    await sql`
      delete from private.told_low_stock as told using public.products as product
      where product.id = told.product_id
        and (product.stock is null or product.stock > private.low_stock())
    `.execute(tx);
    await sql`
      update private.told_low_stock as told set sold_out = false from public.products as product
      where product.id = told.product_id and told.sold_out and product.stock > 0
    `.execute(tx);
    const { rows: products } = await sql<{
      id: string;
      name: string;
      weight: string;
      stock: number;
      isNew: boolean;
    }>`
      select product.id, product.name, product.weight_type as weight, product.stock,
        told.product_id is null or (product.stock = 0 and not told.sold_out) as "isNew"
      from public.products as product
      left join private.told_low_stock as told on told.product_id = product.id
      where product.stock <= (select private.low_stock())
      order by "isNew" desc, product.stock, product.name, product.id
    `.execute(tx);
    if (!products.some(({ isNew }) => isNew)) return;
    const day = dayIn(site.timeZone, context.now());
    const { text, values = [] } = emailStatement({
      dedupeKey: `low stock:${day}`,
      recipient: context.teamEmail,
      ...lowStockMail(products, site, context.origin),
    });
    const queued = await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    if (queued.rows.length === 0) return;
    await tx
      .insertInto('private.told_low_stock')
      .values(products.map(({ id, stock }) => ({ product_id: id, sold_out: stock === 0 })))
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet({ sold_out: sql`excluded.sold_out` }),
      )
      .execute();
  });
}
