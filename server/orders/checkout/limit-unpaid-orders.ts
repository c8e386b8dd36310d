import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** So many orders may be started in ten minutes without being paid. */
export const unpaidLimits = {
  /** Room for an office behind one address; each paid order makes room again. */
  network: 60,
  /** One person trying every card and both ways of paying. */
  browser: 20,
  minutes: 10,
} as const;

/** The address as it is kept: a hash that changes daily. */
export async function hashNetwork(tx: Tables, network: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(concat_ws('|', (now() at time zone 'utc')::date,
      (select value from private.settings where key = 'visitor_salt'), ${network}::text), 'UTF8')), 'hex') as hash
  `.execute(tx);
  return rows[0]?.hash ?? '';
}

/**
 * True when this network or browser has left too many orders unpaid. Waits for whoever else orders
 * from the same network just now, so that a flood cannot slip through side by side.
 */
export async function hasTooManyUnpaid(
  tx: Tables,
  { network, browser }: { network: string; browser: string | null },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('unpaid:' || ${network}::text, 0))`.execute(
    tx,
  );
  const { ofNetwork, ofBrowser } = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select((field) => [
      field.fn.countAll<string>().filterWhere('attempt.network', '=', network).as('ofNetwork'),
      field.fn.countAll<string>().filterWhere('attempt.browser', '=', browser).as('ofBrowser'),
    ])
    .where((where) =>
      where.or([where('attempt.network', '=', network), where('attempt.browser', '=', browser)]),
    )
    .where(
      'attempt.created_at',
      '>',
      sql<Date>`now() - make_interval(mins => ${unpaidLimits.minutes})`,
    )
    .where('o.paid_at', 'is', null)
    .where('o.payment_status', '<>', 'review')
    .executeTakeFirstOrThrow();
  return Number(ofNetwork) >= unpaidLimits.network || Number(ofBrowser) >= unpaidLimits.browser;
}
