import { sql } from 'kysely';
import { limits } from '#server/limits.ts';
import type { Tables } from '#server/orders/tables.ts';

const { unpaidOfNetwork, unpaidOfBrowser } = limits;

/** The address as stored: a hash that changes daily. */
export async function hashNetwork(tx: Tables, network: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(concat_ws('|', (now() at time zone 'utc')::date,
      (select value from private.settings where key = 'visitor_salt'), ${network}::text), 'UTF8')), 'hex') as hash
  `.execute(tx);
  return rows[0]?.hash ?? '';
}

interface Orderer {
  network: string;
  browser: string | null;
  userId: string | null;
}

/**
 * True when this account, browser or network has left too many orders unpaid. Customers who are
 * signed in, or have paid from this browser before, are counted separately from others on their
 * network. Requests that share a count wait for each other, so that parallel ones can't exceed it.
 */
export async function hasTooManyUnpaid(tx: Tables, orderer: Orderer): Promise<boolean> {
  const { network, browser, userId } = orderer;
  const isKnown = userId !== null || (browser !== null && (await hasPaidFrom(tx, browser)));
  const counted = userId ?? (isKnown ? browser : network);
  await sql`select pg_advisory_xact_lock(hashtextextended('unpaid:' || ${counted}::text, 0))`.execute(
    tx,
  );
  const { ofNetwork, ofOne } = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select((field) => [
      field.fn.countAll<string>().filterWhere('attempt.network', '=', network).as('ofNetwork'),
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
        where.and([where('attempt.network', '=', network), where('o.user_id', 'is', null)]),
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
  return tooManyOfOne || (!isKnown && Number(ofNetwork) >= unpaidOfNetwork.count);
}

async function hasPaidFrom(tx: Tables, browser: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select('o.id')
    .where('attempt.browser', '=', browser)
    .where('o.paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
