import { sql } from 'kysely';
import type { Line } from '#domain/line.ts';
import type { Tables } from '#server/orders/tables.ts';
import {
  type BeyondShare,
  type CountedRanges,
  findBeyondShare,
} from '#server/orders/unpaid-share.ts';

/** A cart line that exceeds the stock. */
export interface ShortLine {
  id: string;
  weight: string;
  available: number;
}

/**
 * Takes an order's lines from stock, all or none, in the transaction that creates the order. Skips
 * products whose stock isn't tracked. Returns the lines that are short, and the products of which
 * the order took more than may be held unpaid.
 */
export async function holdStock(
  tx: Tables,
  orderId: string,
  lines: readonly Pick<Line, 'id' | 'weight' | 'quantity'>[],
  ranges: CountedRanges | null,
): Promise<{ short: ShortLine[]; beyond: BeyondShare[] }> {
  const { short, beyond } = await take(
    tx,
    orderId,
    lines.map(({ id, quantity }) => ({ product_id: id, quantity })),
    ranges,
  );
  const shortLines = lines.flatMap(({ id, weight }) => {
    const left = short.find((one) => one.id === id);
    return left && id ? [{ id, weight, available: left.available }] : [];
  });
  return { short: shortLines, beyond };
}

/**
 * Takes the stock again that an order took when it was created, if it has been released since.
 * False if somebody else has bought it in the meantime. The caller has locked the order; otherwise
 * two calls could both take it.
 */
export async function holdStockAgain(tx: Tables, orderId: string): Promise<boolean> {
  const { rows } = await sql<Taken>`${givenBack(orderId)}`.execute(tx);
  return rows.length === 0 || (await take(tx, orderId, rows)).short.length === 0;
}

/**
 * Releases the stock of an order whose payment page was never opened or can no longer be reached,
 * so that others can buy it. A retry takes it again. The caller has locked the order; otherwise two
 * calls could both release it.
 */
export async function releaseStock(tx: Tables, orderId: string): Promise<void> {
  await sql`select private.give_back_stock(${orderId}, 'released')`.execute(tx);
}

/** For a late payment that the team accepts: takes as much of the stock as is left. */
export async function holdRemainingStock(tx: Tables, orderId: string): Promise<void> {
  const { rows } = await sql<Taken>`
    select product_id, least(quantity, product.stock) as quantity
    from (${givenBack(orderId)}) as wanted
    join public.products as product on product.id = wanted.product_id and product.stock > 0
    order by product_id for no key update of product
  `.execute(tx);
  if (rows.length > 0) await take(tx, orderId, rows);
}

/**
 * Lines that ask for more than is in stock, not counting what the shopper's own orders already
 * hold.
 */
export async function findShort(
  db: Tables,
  own: () => Promise<readonly { id: string }[]>,
  lines: readonly { id: string; weight: string; quantity: number; stock: number | null }[],
): Promise<ShortLine[]> {
  const short = lines.filter(({ stock, quantity }) => stock !== null && stock < quantity);
  if (short.length === 0) return [];
  const held = await heldBy(
    db,
    (await own()).map(({ id }) => id),
  );
  return short.flatMap(({ id, weight, quantity, stock }) => {
    const available = (stock ?? 0) + (held.get(id) ?? 0);
    return available < quantity ? [{ id, weight, available }] : [];
  });
}

/** The message shown for a line that is short. */
export function describeShortage(name: string, available: number): string {
  if (available === 0) return `${name} is sold out.`;
  return `Only ${available} of ${name} ${available === 1 ? 'is' : 'are'} left.`;
}

/** By product. */
async function heldBy(db: Tables, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('stock_movements')
    .select(['product_id', sql<string>`-sum(change)`.as('held')])
    .where('order_id', 'in', orderIds)
    .groupBy('product_id')
    .execute();
  return new Map(rows.map(({ product_id, held }) => [product_id, Number(held)]));
}

interface Taken {
  product_id: string;
  quantity: number;
}

/**
 * What an order took when it was created, limited to products of which it holds none now. What a
 * refund put back into stock is not taken again.
 */
function givenBack(orderId: string) {
  return sql`
    select distinct on (product_id) product_id, -change as quantity
    from public.stock_movements as sold
    where order_id = ${orderId} and reason = 'sold'
      and not private.held_stock(${orderId}) ? product_id::text
      and not exists (
        select from public.stock_movements as returned
        where returned.order_id = ${orderId} and returned.product_id = sold.product_id
          and returned.reason = 'returned'
      )
    order by product_id, id
  `;
}

/** Releases stock that was taken again for a payment that then failed. */
export async function releaseStockOfEnded(tx: Tables, orderId: string): Promise<void> {
  await sql`
    select private.give_back_stock(id, 'released') from public.orders
    where id = ${orderId} and payment_status in ('expired', 'failed')
  `.execute(tx);
}

/** Puts sold products back into stock, never more than the order still holds. */
export async function returnStock(
  tx: Tables,
  orderId: string,
  lines: readonly Taken[],
): Promise<void> {
  await sql`select private.return_stock(${orderId}, ${JSON.stringify(lines)}::jsonb)`.execute(tx);
}

async function take(
  tx: Tables,
  orderId: string,
  lines: readonly { product_id: string | null; quantity: number }[],
  ranges: CountedRanges | null = null,
): Promise<{ short: { id: string; available: number }[]; beyond: BeyondShare[] }> {
  const ids = lines.flatMap(({ product_id }) => product_id ?? []);
  const { rows } = await sql<{
    short: { id: string; available: number }[] | null;
    beyond: BeyondShare[] | null;
  }>`
    with taken as materialized (
      select private.take_stock(${orderId}, ${JSON.stringify(lines)}::jsonb) as short
    )
    select short, case when short is null then ${findBeyondShare(orderId, ids, ranges)} end as beyond
    from taken
  `.execute(tx);
  return { short: rows[0]?.short ?? [], beyond: rows[0]?.beyond ?? [] };
}
