import { sql } from 'kysely';
import type { Line } from '#domain/line.ts';
import { readOrderLines } from '#domain/order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import { isUnpaid } from '#server/orders/payment-sync/unpaid-status.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

/** Who orders, as far as a request tells: an account, a browser, the cookies of earlier orders. */
export interface Shopper {
  userId: string | null;
  accessTokens: readonly string[];
  /** The browser's id, by the cookie that names it. */
  browser: string | null;
}

/** As long as the browser keeps an order's cookie. */
const recentMs = 24 * 60 * 60_000;
/** More than anybody looks at; a bound for the database. */
const mostOrders = 50;

/** An order and its attempt, as far as telling one cart from another needs it. */
export interface ShopperOrder {
  id: string;
  provider: PaymentProviderName;
  reference: string | null;
  paymentStatus: OrderRow['payment_status'];
  lines: Line[];
  attemptKey: string;
  browser: string | null;
  payAgain: string[];
  /** What was paid for was in an account's cart, not in a guest's. */
  fromAccount: boolean;
  captureClaimedAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
}

type LineIdentity = Pick<Line, 'id' | 'weight'>;

/** What the shopper ordered in the last day, newest first, whatever became of it. */
export async function ordersOfShopper(
  db: Tables,
  { userId, accessTokens, browser }: Shopper,
  now: Date,
): Promise<ShopperOrder[]> {
  if (userId === null && browser === null && accessTokens.length === 0) return [];
  const hashes = accessTokens.map(hashAccessToken);
  const rows = await attempts(db)
    .where('o.created_at', '>', new Date(now.getTime() - recentMs))
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

/** The shopper's other orders from about the same time for some of the same products. */
export async function siblingsOf(db: Tables, order: OrderRow): Promise<ShopperOrder[]> {
  const own = order.created_at.getTime();
  const rows = await attempts(db)
    .where('o.id', '<>', order.id)
    .where('o.created_at', '>', new Date(own - recentMs))
    .where('o.created_at', '<', new Date(own + recentMs))
    .where((where) =>
      where.or([
        ...(order.user_id ? [where('o.user_id', '=', order.user_id)] : []),
        where('attempt.browser', '=', (query) =>
          query
            .selectFrom('private.checkout_attempts as own')
            .select('own.browser')
            .where('own.order_id', '=', order.id),
        ),
      ]),
    )
    .execute();
  return rows.map(toShopperOrder).filter(({ lines }) => shareProducts(lines, linesOf(order)));
}

/** The paid orders beside which the customer wanted to pay for this one. */
export async function payAgainOf(db: Tables, orderId: string): Promise<string[]> {
  const attempt = await db
    .selectFrom('private.checkout_attempts')
    .select('pay_again')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return readIds(attempt?.pay_again);
}

function readIds(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.map(String) : [];
}

export function linesOf(order: Pick<OrderRow, 'order_items'>): Line[] {
  return readOrderLines(order.order_items);
}

export function shareProducts(a: readonly LineIdentity[], b: readonly LineIdentity[]): boolean {
  const keys = new Set(a.map(keyOf));
  return b.some((line) => keys.has(keyOf(line)));
}

export function keyOf({ id, weight }: LineIdentity): string {
  return JSON.stringify([id?.toLowerCase(), weight]);
}

export function isPaid({ paymentStatus }: Pick<ShopperOrder, 'paymentStatus'>): boolean {
  return arrivedPayments.includes(paymentStatus);
}

/** So long may a capture take, both tries of it included. */
const captureTimeMs = 60_000;

/** Somebody approved it in the wallet, and the money is being taken. */
export function isBeingCaptured(
  { captureClaimedAt, paymentStatus }: ShopperOrder,
  now: Date,
): boolean {
  const claimed = captureClaimedAt?.getTime() ?? 0;
  return isUnpaid(paymentStatus) && claimed > now.getTime() - captureTimeMs;
}

/**
 * Which browser an attempt is of: the one that its cookie names, or that of its cookies' earlier
 * attempts. All of these thereby become one, also where two checkouts began side by side. Null when
 * the request shows nothing. `joined` when attempts were told apart before.
 */
export async function joinAttempts(
  tx: Tables,
  { accessTokens, browser }: Omit<Shopper, 'userId'>,
): Promise<{ browser: string | null; joined: boolean }> {
  if (accessTokens.length === 0) return { browser, joined: false };
  const known = await tx
    .selectFrom('private.checkout_attempts')
    .select('browser')
    .distinct()
    .where('access_token_hash', 'in', accessTokens.map(hashAccessToken))
    .where('browser', 'is not', null)
    .orderBy('browser')
    .execute();
  const all = known.flatMap((row) => row.browser ?? []);
  const one = browser ?? all[0] ?? null;
  const others = all.filter((other) => other !== one);
  if (one === null || others.length === 0) return { browser: one, joined: false };
  await tx
    .updateTable('private.checkout_attempts')
    .set({ browser: one })
    .where('browser', 'in', others)
    .execute();
  return { browser: one, joined: true };
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
      ...referenceColumns,
    ])
    .orderBy('o.created_at', 'desc')
    .orderBy(sql`o.id`)
    .limit(mostOrders);
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
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}
