import { sql } from 'kysely';
import { limits } from '#server/limits.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Shopper } from './shopper-orders.ts';

const { unpaidOfNetwork, unpaidOfBrowser, ordersHoldingStock } = limits;

/** Who is counted, by all that a request tells of them. */
interface CountedShopper extends Omit<Shopper, 'accessTokens'> {
  network: string;
}

/**
 * Whether this account, browser or network has left too many orders unpaid. What is stored of the
 * network, and compared, is a hash that changes daily. Customers who are signed in, or have paid from this browser
 * before, are counted separately from others on their network. Requests that share a count wait for
 * each other, so that parallel ones can't exceed it.
 */
export async function countUnpaid(
  tx: Tables,
  shopper: CountedShopper,
): Promise<HashedNetwork & { tooMany: boolean }> {
  const { browser, userId } = shopper;
  const { networkHash, isKnown } = await lockCount(tx, shopper);
  // Only a statement of its own sees what was written by whoever held the lock.
  const { ofNetwork, ofOne } = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select((field) => [
      field.fn.countAll<string>().filterWhere('attempt.network', '=', networkHash).as('ofNetwork'),
      field.fn
        .countAll<string>()
        .filterWhere((where) =>
          userId === null
            ? where('attempt.browser', '=', browser)
            : where('o.user_id', '=', userId),
        )
        .as('ofOne'),
    ])
    .where((where) =>
      where.or([
        where.and([where('attempt.network', '=', networkHash), where('o.user_id', 'is', null)]),
        where('attempt.browser', '=', browser),
        where('o.user_id', '=', userId),
      ]),
    )
    .where(
      'attempt.created_at',
      '>',
      sql<Date>`now() - make_interval(secs => ${unpaidOfNetwork.seconds})`,
    )
    .where('o.paid_at', 'is', null)
    .where('o.payment_status', '<>', 'review')
    .executeTakeFirstOrThrow();
  const tooManyOfOne = Number(ofOne) >= unpaidOfBrowser.count;
  const tooManyOfNetwork = !isKnown && Number(ofNetwork) >= unpaidOfNetwork.count;
  return { networkHash, isKnown, tooMany: tooManyOfOne || tooManyOfNetwork };
}

/** Finds out who is counted together, and waits for the others of them. */
async function lockCount(
  tx: Tables,
  { network, browser, userId }: CountedShopper,
): Promise<HashedNetwork> {
  const { rows } = await sql<HashedNetwork>`
    with shopper as materialized (
      select
        encode(sha256(convert_to(concat_ws('|', (now() at time zone 'utc')::date,
          (select value from private.settings where key = 'visitor_salt'), ${network}::text), 'UTF8')), 'hex') as network_hash,
        ${userId}::uuid is not null or exists (
          select from private.checkout_attempts as attempt
          join public.orders as o on o.id = attempt.order_id
          where attempt.browser = ${browser}::uuid and o.paid_at is not null
        ) as is_known
    )
    select network_hash as "networkHash", is_known as "isKnown", pg_advisory_xact_lock(hashtextextended('unpaid:' ||
      coalesce(${userId}::text, case when is_known then ${browser}::text else network_hash end), 0))
    from shopper
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('Nobody to count was found.');
  return row;
}

interface HashedNetwork {
  networkHash: string;
  /** Signed in, or has paid from this browser before. */
  isKnown: boolean;
}

type KnownShopper = Omit<CountedShopper, 'network'> & HashedNetwork;

/** Whether this account, browser or network holds stock by as many unpaid orders as it may. */
export async function holdsTooMuch(tx: Tables, shopper: KnownShopper): Promise<boolean> {
  const { count } = await ordersHolding(tx, shopper)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) >= ordersHoldingStock.count;
}

/**
 * How many of each product one more unpaid order of this account, browser or network may hold: half
 * of what is there, so that nobody empties a shelf without paying. What the same browser holds
 * already does not count, since its former page is closed for the new one.
 */
export async function mostToHold(
  tx: Tables,
  shopper: KnownShopper,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  const holding = ordersHolding(tx, shopper)
    .innerJoin('stock_movements as moved', 'moved.order_id', 'o.id')
    .where('moved.product_id', 'in', productIds)
    .groupBy('moved.product_id')
    .select((field) => [
      'moved.product_id',
      sql<string>`-sum(moved.change)`.as('held'),
      sql<string>`coalesce(-sum(moved.change) filter (
        where attempt.browser is distinct from ${shopper.browser}::uuid
      ), 0)`.as('held_elsewhere'),
      field.fn.countAll().as('count'),
    ]);
  const shelves = await tx
    .selectFrom('products')
    .leftJoin(holding.as('holding'), 'holding.product_id', 'products.id')
    .select(['products.id', 'products.stock', 'holding.held', 'holding.held_elsewhere'])
    .where('products.id', 'in', productIds)
    .where('products.stock', 'is not', null)
    .execute();
  return new Map(
    shelves.map(({ id, stock, held, held_elsewhere }) => {
      const share = Math.ceil(((stock ?? 0) + Number(held ?? 0)) / 2);
      return [id, Math.max(share, smallShelf) - Number(held_elsewhere ?? 0)];
    }),
  );
}

/** So many of a product may be held in any case. */
const smallShelf = 3;

function ordersHolding(tx: Tables, { userId, browser, networkHash, isKnown }: KnownShopper) {
  return tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .where('attempt.holds_stock', '=', true)
    .where('o.payment_status', '=', 'pending')
    .where((where) => {
      if (userId !== null) return where('o.user_id', '=', userId);
      return isKnown
        ? where('attempt.browser', '=', browser)
        : where('attempt.network', '=', networkHash);
    });
}
