import { createHash, randomUUID } from 'node:crypto';
import type { CustomerInfo, RequestedLine } from '#domain/checkout-request.ts';
import { type Line, toStoredLine } from '#domain/line.ts';
import { toDecimal } from '#domain/money.ts';
import { orderPlaceholders, type PaymentStatus, readOrderLines } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { limits } from '#server/limits.ts';
import { accessTokenOf, hashAccessToken } from '#server/orders/access-token.ts';
import { releaseAttempt } from '#server/orders/payment-sync/end-order.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import { type ShortLine, takeStock } from '#server/orders/stock/hold-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { joinAttempts } from './join-attempts.ts';
import { countUnpaid, holdsTooMuch } from './limit-unpaid-orders.ts';
import { type PriceProblemCode, priceLines } from './price-lines.ts';

export interface NewOrder {
  provider: PaymentProviderName;
  /** Repeating it repeats the answer instead of ordering again. */
  attemptKey: string;
  lines: readonly RequestedLine[];
  customer: CustomerInfo;
  userId: string | null;
  returnOrigin: string;
  /** What this browser's cookies prove to have started earlier. */
  accessTokens?: readonly string[];
  /** The browser's id, by the cookie that names it. */
  browser?: string | null;
  /** Where the request comes from, as a limit on unpaid orders counts it; null counts nothing. */
  network?: string | null;
  /** Paid orders for the same products beside which the customer wants to pay for these. */
  payAgain?: readonly string[];
}

/** An order and the attempt to pay it, as stored. */
export interface Attempt {
  orderId: string;
  provider: PaymentProviderName;
  paymentStatus: PaymentStatus;
  reference: string | null;
  checkoutUrl: string | null;
  returnOrigin: string;
  lines: Line[];
  /** Decimal text, e.g. "49.90". */
  total: string;
  currency: string;
  email: string;
  shipsTo: readonly string[];
  /** A newer page took the place of this one's. */
  superseded: boolean;
  /** Its products are kept for it, so its page closes soon. */
  holdsStock: boolean;
  createdAt: Date;
}

export type CreatedOrder =
  | { kind: 'attempt'; attempt: Attempt; isNew: boolean }
  /** The key was used for another cart or by somebody else. */
  | { kind: 'conflict' }
  | { kind: 'refused'; code: PriceProblemCode | 'too_many_unpaid'; message: string }
  | OutOfStock;

export interface OutOfStock {
  kind: 'refused';
  code: 'out_of_stock';
  message: string;
  lines: ShortLine[];
}

const tooManyUnpaid: CreatedOrder = {
  kind: 'refused',
  code: 'too_many_unpaid',
  message: `Too many unpaid orders were started. Please wait ${limits.unpaidOfNetwork.seconds / 60} minutes.`,
};

const holdingTooMuch: CreatedOrder = {
  kind: 'refused',
  code: 'too_many_unpaid',
  message: 'Too many orders are waiting for payment. Please complete one of them first.',
};

/**
 * Writes the order `pending`, with placeholders for what the provider is to collect, and its
 * attempt, in one transaction. The same key and content answer the first order, unless that one
 * expired, failed or was superseded, and so left the key free.
 */
export async function createOrder(
  db: Tables,
  order: NewOrder,
  { shipsTo }: Pick<SiteFacts, 'shipsTo'>,
): Promise<CreatedOrder> {
  const create = (tx: Tables) => createOnce(tx, order, shipsTo);
  try {
    return await db.transaction().execute(create);
  } catch (error) {
    if (error instanceof Short) return error.refusal;
    if (!(error instanceof KeyTaken)) throw error;
    // Another request with this key committed meanwhile: its order is the answer.
    return db.transaction().execute(create);
  }
}

class KeyTaken extends Error {}

/** Undoes the order that asked for more than there is. */
class Short extends Error {
  readonly refusal: OutOfStock;
  constructor(lines: ShortLine[], names: ReadonlyMap<string | null, string>) {
    super('out of stock');
    const told = lines.map(({ id, available }) =>
      available === 0
        ? `${names.get(id)} is sold out.`
        : `Only ${available} of ${names.get(id)} ${available === 1 ? 'is' : 'are'} left.`,
    );
    this.refusal = { kind: 'refused', code: 'out_of_stock', message: told.join(' '), lines };
  }
}

async function createOnce(
  tx: Tables,
  order: NewOrder,
  shipsTo: readonly string[],
): Promise<CreatedOrder> {
  const fingerprint = fingerprintOf(order);
  const known = await findAttempt(tx, order, shipsTo);
  if (known && known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known && !hasEnded(known.attempt)) {
    return { kind: 'attempt', attempt: known.attempt, isNew: false };
  }
  if (known) await releaseAttempt(tx, known.attempt.orderId);

  const priced = await priceLines(tx, order.lines);
  if (priced.kind === 'refused') return priced;

  const { accessTokens = [], userId } = order;
  const { browser } = await joinAttempts(tx, { accessTokens, browser: order.browser ?? null });
  const address = order.network;
  const unpaid = address ? await countUnpaid(tx, { address, browser, userId }) : null;
  if (unpaid?.tooMany) return tooManyUnpaid;
  if (unpaid && priced.counted && (await holdsTooMuch(tx, { ...unpaid, browser, userId }))) {
    return holdingTooMuch;
  }

  const orderId = randomUUID();
  const inserted = await tx
    .with('placed', (cte) =>
      cte
        .insertInto('orders')
        .values({
          id: orderId,
          user_id: order.userId,
          ...withPlaceholders(order),
          order_items: JSON.stringify(priced.lines.map(toStoredLine)),
          total_amount: toDecimal(priced.totalCents),
        })
        .returning(['id', 'email', 'total_amount', 'currency', 'created_at']),
    )
    .with('attempt', (cte) =>
      cte
        .insertInto('private.checkout_attempts')
        .values({
          order_id: orderId,
          provider: order.provider,
          attempt_key: order.attemptKey,
          fingerprint,
          access_token_hash: hashAccessToken(accessTokenOf(order.attemptKey, orderId)),
          return_origin: order.returnOrigin,
          browser: browser ?? orderId,
          network: unpaid?.network ?? null,
          ships_to: JSON.stringify(shipsTo),
          pay_again: JSON.stringify(order.payAgain ?? []),
          from_account: order.userId !== null,
          holds_stock: priced.counted,
        })
        .onConflict((conflict) => conflict.column('attempt_key').doNothing())
        .returning('order_id'),
    )
    .selectFrom('placed')
    .innerJoin('attempt', 'attempt.order_id', 'placed.id')
    .selectAll('placed')
    .executeTakeFirst();
  if (!inserted) throw new KeyTaken();
  if (priced.counted) {
    const short = await takeStock(tx, orderId, priced.lines);
    if (short.length > 0) {
      throw new Short(short, new Map(priced.lines.map(({ id, name }) => [id, name])));
    }
  }

  return {
    kind: 'attempt',
    isNew: true,
    attempt: {
      orderId,
      provider: order.provider,
      paymentStatus: 'pending',
      reference: null,
      checkoutUrl: null,
      returnOrigin: order.returnOrigin,
      lines: priced.lines,
      total: inserted.total_amount,
      currency: inserted.currency,
      email: inserted.email,
      shipsTo,
      superseded: false,
      holdsStock: priced.counted,
      createdAt: inserted.created_at,
    },
  };
}

/** What the visitor entered, with placeholders for what the provider will collect. */
function withPlaceholders({ provider, customer, userId }: NewOrder): CustomerInfo {
  const { name, email, address, guestName } = orderPlaceholders;
  const usual = { name: userId ? name : guestName, email, address };
  const standIns = serviceOf(provider).placeholders ?? usual;
  return {
    name: customer.name || standIns.name,
    email: customer.email || standIns.email,
    phone: customer.phone,
    address: customer.address || standIns.address,
  };
}

function hasEnded({ paymentStatus, superseded }: Attempt): boolean {
  if (superseded && paymentStatus === 'pending') return true;
  return paymentStatus === 'expired' || paymentStatus === 'failed';
}

async function findAttempt(
  tx: Tables,
  { provider, attemptKey }: NewOrder,
  shipsTo: readonly string[],
) {
  const row = await tx
    .selectFrom('private.checkout_attempts as attempt')
    .innerJoin('orders as o', 'o.id', 'attempt.order_id')
    .select([
      'attempt.fingerprint',
      'attempt.checkout_url',
      'attempt.return_origin',
      'attempt.ships_to',
      'attempt.superseded_at',
      'attempt.holds_stock',
      'o.id',
      'o.payment_status',
      'o.order_items',
      'o.total_amount',
      'o.currency',
      'o.email',
      'o.created_at',
      ...referenceColumns,
    ])
    .where('attempt.attempt_key', '=', attemptKey)
    .executeTakeFirst();
  if (!row) return null;
  const attempt: Attempt = {
    orderId: row.id,
    provider,
    paymentStatus: row.payment_status,
    reference: row[referenceColumn[provider]],
    checkoutUrl: row.checkout_url,
    returnOrigin: row.return_origin,
    lines: readOrderLines(row.order_items),
    total: row.total_amount,
    currency: row.currency,
    email: row.email,
    shipsTo: readTexts(row.ships_to) ?? shipsTo,
    superseded: row.superseded_at !== null,
    holdsStock: row.holds_stock,
    createdAt: row.created_at,
  };
  return { attempt, fingerprint: row.fingerprint };
}

/** Null where none were stored, by an earlier version. */
function readTexts(stored: unknown): string[] | null {
  return Array.isArray(stored) && stored.length > 0 ? stored.map(String) : null;
}

/** What makes two requests the same: not the price, which the first one fixed. */
function fingerprintOf({ provider, lines, customer, userId }: NewOrder): string {
  const sorted = lines
    .map(({ productId, weight, quantity }) => JSON.stringify([productId, weight, quantity]))
    .sort();
  const { name, email, phone, address } = customer;
  return createHash('sha256')
    .update(JSON.stringify([provider, userId, sorted, name, email, phone, address]))
    .digest('hex');
}
