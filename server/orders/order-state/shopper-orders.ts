import { sql } from 'kysely';
import type { Line } from '#domain/line.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { linesOf, shareProducts } from './compare-lines.ts';
import { moneyMayCome } from './record-expected-payment.ts';
import { unpaidStatuses } from './unpaid-status.ts';

/** What a request reveals about the shopper: an account, a browser, cookies of earlier orders. */
export interface Shopper {
  userId: string | null;
  accessTokens: readonly string[];
  /** The browser's id, from its browser cookie. */
  browser: string | null;
}

/** As long as the browser keeps an order's cookie. */
export const recentMs = 24 * 60 * 60_000;
/** Longer than any bank takes; the browser cookie lasts as long. */
export const longestPaymentMs = 14 * 24 * 60 * 60_000;
/** Limits the query; no shopper has this many. */
const maxOrders = 50;

/** An order and its checkout attempt, with what is needed to compare it with another. */
export interface ShopperOrder {
  id: string;
  provider: PaymentProviderName;
  reference: string | null;
  paymentStatus: OrderRow['payment_status'];
  lines: Line[];
  attemptKey: string;
  browser: string | null;
  payAgain: string[];
  /** The lines came from an account's cart, not from a guest's. */
  fromAccount: boolean;
  captureClaimedAt: Date | null;
  /** Since when the bank or the provider has been deciding on money that was sent. */
  moneyUnderWayAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
}

/**
 * The shopper's orders of the last day in any state, newest first, along with older ones that a
 * bank has yet to pay or has paid since. Orders placed while signed in belong to that account
 * alone, no matter who uses the browser now.
 */
export async function ordersOfShopper(
  db: Tables,
  { userId, accessTokens, browser }: Shopper,
  now: Date,
): Promise<ShopperOrder[]> {
  if (userId === null && browser === null && accessTokens.length === 0) return [];
  const hashes = accessTokens.map(hashAccessToken);
  const rows = await recentAttempts(db, now)
    .where((where) =>
      where.or([
        where('attempt.from_account', '=', false),
        ...(userId ? [where('o.user_id', '=', userId)] : []),
      ]),
    )
    .where((where) =>
      where.or([
        ...(userId ? [where('o.user_id', '=', userId)] : []),
        ...(browser ? [where('attempt.browser', '=', browser)] : []),
        ...(hashes.length > 0
          ? [
              where('attempt.access_token_hash', 'in', hashes),
              where('attempt.browser', 'in', (query) =>
                query
                  .selectFrom('private.checkout_attempts as known')
                  .select('known.browser')
                  .where('known.access_token_hash', 'in', hashes)
                  .where('known.browser', 'is not', null),
              ),
            ]
          : []),
      ]),
    )
    .execute();
  return rows.map(toShopperOrder);
}

/** Like `ordersOfShopper`, for one browser, no matter who was using it. */
export async function ordersOfBrowser(
  db: Tables,
  browser: string,
  now: Date,
): Promise<ShopperOrder[]> {
  const rows = await recentAttempts(db, now).where('attempt.browser', '=', browser).execute();
  return rows.map(toShopperOrder);
}

/**
 * The shopper's other orders from about the same time for some of the same products. Someone who
 * orders as a guest and then signs in is one shopper; someone who uses the browser after an account
 * did is another. An order through a payment link is separate from the cart and from other links.
 */
export async function ordersOfSameProducts(db: Tables, orderId: string): Promise<ShopperOrder[]> {
  const day = sql`make_interval(secs => ${recentMs / 1000})`;
  const rows = await attempts(db)
    .innerJoin('orders as own', (join) => join.on('own.id', '=', orderId))
    .innerJoin('private.checkout_attempts as own_attempt', 'own_attempt.order_id', 'own.id')
    .where(sql<boolean>`attempt.payment_link is not distinct from own_attempt.payment_link`)
    .select('own.order_items as own_items')
    .where('o.id', '<>', orderId)
    .where(sql<boolean>`o.created_at > own.created_at - ${day}`)
    .where(sql<boolean>`o.created_at < own.created_at + ${day}`)
    // Queried by account and by browser separately, so that each uses its index.
    .where('o.id', 'in', (query) =>
      query
        .selectFrom('orders as own')
        .innerJoin('orders as theirs', 'theirs.user_id', 'own.user_id')
        .select('theirs.id')
        .where('own.id', '=', orderId)
        .union(
          query
            .selectFrom('private.checkout_attempts as own')
            .innerJoin('private.checkout_attempts as theirs', 'theirs.browser', 'own.browser')
            .select('theirs.order_id as id')
            .where('own.order_id', '=', orderId)
            .where(
              sql<boolean>`not case when own.created_at <= theirs.created_at
                then own.from_account else theirs.from_account end`,
            ),
        ),
    )
    .execute();
  return rows
    .filter((row) => shareProducts(linesOf(row), linesOf({ order_items: row.own_items })))
    .map(toShopperOrder);
}

/** Ids of paid orders that the customer knew about when choosing to pay for this one too. */
export async function payAgainOf(db: Tables, orderId: string): Promise<string[]> {
  const attempt = await db
    .selectFrom('private.checkout_attempts')
    .select('pay_again')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return readIds(attempt?.pay_again);
}

export function readIds(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.map(String) : [];
}

function recentAttempts(db: Tables, now: Date) {
  const recently = new Date(now.getTime() - recentMs);
  return attempts(db)
    .where('o.created_at', '>', new Date(now.getTime() - longestPaymentMs))
    .where((where) =>
      where.or([
        where('o.created_at', '>', recently),
        where('o.paid_at', '>', recently),
        where('o.payment_status', '=', 'pending'),
        where.and([where('o.payment_status', 'in', unpaidStatuses), moneyMayCome]),
      ]),
    );
}

function attempts(db: Tables) {
  return db
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select([
      'o.id',
      'o.payment_status',
      'o.order_items',
      'o.created_at',
      'o.paid_at',
      'attempt.provider',
      'attempt.attempt_key',
      'attempt.browser',
      'attempt.pay_again',
      'attempt.from_account',
      'attempt.capture_claimed_at',
      'attempt.money_under_way_at',
      ...referenceColumns,
    ])
    .orderBy('o.created_at', 'desc')
    .orderBy(sql`o.id`)
    .limit(maxOrders);
}

type Row = Awaited<ReturnType<ReturnType<typeof attempts>['execute']>>[number];

function toShopperOrder(row: Row): ShopperOrder {
  const provider = row.provider as PaymentProviderName;
  return {
    id: row.id,
    provider,
    reference: row[referenceColumn[provider]],
    paymentStatus: row.payment_status,
    lines: linesOf(row),
    attemptKey: row.attempt_key,
    browser: row.browser,
    payAgain: readIds(row.pay_again),
    fromAccount: row.from_account,
    captureClaimedAt: row.capture_claimed_at,
    moneyUnderWayAt: row.money_under_way_at,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}
