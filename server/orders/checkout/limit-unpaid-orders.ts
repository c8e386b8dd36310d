import { networkOf, rangeOf } from '@liv-fit/backend/http';
import { sql } from 'kysely';
import { limits } from '#server/limits.ts';
import type { Shopper } from '#server/orders/order-state/shopper-orders.ts';
import { repeatDeadlocked } from '#server/orders/repeat-deadlocked.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { CountedRanges } from '#server/orders/unpaid-share.ts';
import { joinAttempts } from './join-attempts.ts';

const { unpaidOfNetwork, unpaidOfBrowser, ordersHoldingStock } = limits;

/** The visitor that limits apply to, as far as the request identifies one. */
interface CountedShopper extends Omit<Shopper, 'accessTokens'> {
  /** An IP address. */
  address: string;
}

/**
 * Whether an order that this shopper starts now would be refused because of the ones left unpaid.
 * Starts none.
 */
export function hasTooManyUnpaid(
  db: Tables,
  { address, userId, ...shown }: Shopper & Pick<CountedShopper, 'address'>,
): Promise<boolean> {
  const count = async (tx: Tables) => {
    const { browser } = await joinAttempts(tx, shown);
    const { tooMany } = await countUnpaid(tx, { address, browser, userId });
    return tooMany;
  };
  return repeatDeadlocked(() => db.transaction().execute(count));
}

/**
 * Whether this account, browser or network has left too many orders unpaid. Only a hash of the
 * network is stored and compared, which changes daily. Customers who are signed in, or have paid
 * from this browser before, are counted separately from others on their network. Requests that
 * share a count wait for each other, so that parallel ones can't exceed it.
 */
export async function countUnpaid(
  tx: Tables,
  shopper: CountedShopper,
): Promise<HashedNetwork & { tooMany: boolean }> {
  const { browser, userId } = shopper;
  const hashed = await lockCount(tx, shopper);
  const { networkHash, isKnown } = hashed;
  // A separate statement, since only that sees what the previous lock holder wrote.
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
  return { ...hashed, tooMany: tooManyOfOne || tooManyOfNetwork };
}

/** Determines which requests share a count, and waits for those in progress. */
async function lockCount(
  tx: Tables,
  { address, browser, userId }: CountedShopper,
): Promise<HashedNetwork> {
  const hash = (text: string, day: string) => sql`
    encode(sha256(convert_to(concat_ws('|', (now() at time zone 'utc')::date - ${sql.raw(day)},
      (select value from private.settings where key = 'visitor_salt'), ${text}::text), 'UTF8')), 'hex')`;
  const { rows } = await sql<HashedNetwork>`
    with shopper as materialized (
      select
        ${hash(networkOf(address), '0')} as network_hash,
        ${hash(`range ${rangeOf(address)}`, '0')} as range_hash,
        ${hash(`range ${rangeOf(address)}`, '1')} as range_hash_before,
        exists (
          select from private.checkout_attempts as attempt
          join public.orders as o on o.id = attempt.order_id
          where attempt.browser = ${browser}::uuid and o.paid_at is not null
        ) as browser_has_paid,
        exists (
          select from public.orders as o
          where o.user_id = ${userId}::uuid and o.paid_at is not null
        ) as account_has_paid
    ), counted as materialized (
      select *,
        ${userId}::uuid is not null or browser_has_paid as is_known,
        browser_has_paid or account_has_paid as has_paid,
        coalesce(${userId}::text, case when browser_has_paid then ${browser}::text end) as own
      from shopper
    )
    -- Always one's own first, and the range last: so nobody waits in a circle.
    select network_hash as "networkHash", range_hash as "rangeHash", is_known as "isKnown",
      range_hash_before as "rangeHashBefore", has_paid as "hasPaid",
      case when own is not null then pg_advisory_xact_lock(hashtextextended('unpaid:' || own, 0)) end,
      case when not has_paid then
        pg_advisory_xact_lock(hashtextextended('unpaid:' || range_hash, 0)) end
    from counted
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('Nobody to count was found.');
  return row;
}

interface HashedNetwork {
  networkHash: string;
  rangeHash: string;
  /** The hash of the day before, so that what was held then still counts after midnight. */
  rangeHashBefore: string;
  /** Signed in, or has paid from this browser before. */
  isKnown: boolean;
  /** Has paid before, from this browser or with this account. */
  hasPaid: boolean;
}

type KnownShopper = Omit<CountedShopper, 'address'> & HashedNetwork;

/**
 * Whether this account or browser already has as many unpaid orders holding stock as allowed. Any
 * browser that has loaded a page of the shop has the cookie. Requests without it are counted
 * together, per network, so that a stranger's orders can't keep an office from buying. How much of
 * a product a range can hold is limited by `findBeyondShare`.
 */
export async function holdsTooMuch(tx: Tables, shopper: KnownShopper): Promise<boolean> {
  const { userId, browser, networkHash } = shopper;
  const { count } = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .where('attempt.holds_stock', '=', true)
    .where('o.payment_status', '=', 'pending')
    .where('attempt.money_under_way_at', 'is', null)
    .where((where) => {
      if (userId !== null) return where('o.user_id', '=', userId);
      if (browser !== null) return where('attempt.browser', '=', browser);
      return where.and([
        where('attempt.network', '=', networkHash),
        where('attempt.browser', '=', where.ref('attempt.order_id')),
      ]);
    })
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) >= ordersHoldingStock.count;
}

/** Accounts that have never paid count with their range, since creating accounts costs nothing. */
export function rangesOf({ hasPaid, rangeHash, rangeHashBefore }: HashedNetwork): CountedRanges {
  return hasPaid ? [] : [rangeHash, rangeHashBefore];
}
