import { createHash, randomUUID } from 'node:crypto';
import type { CustomerInfo, OrderWish } from '#domain/checkout-request.ts';
import { codeUsedUp } from '#domain/discount-code.ts';
import { type Cents, formatMoney, toCents, toDecimal } from '#domain/money.ts';
import {
  type OrderLine,
  orderPlaceholders,
  type PaymentStatus,
  readOrderLines,
  toStoredOrderLine,
} from '#domain/order.ts';
import type { Breakdown } from '#domain/price-order.ts';
import { dependsOnDestination, type QuoteProblem, type SellingRules } from '#domain/quote-order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { limits } from '#server/limits.ts';
import { accessTokenOf, hashAccessToken } from '#server/orders/access-token.ts';
import { releaseAttempt } from '#server/orders/payment-sync/end-order.ts';
import { referenceColumn, referenceColumns } from '#server/orders/reference-column.ts';
import { type ShortLine, takeStock, tellShort } from '#server/orders/stock/hold-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { joinAttempts } from './join-attempts.ts';
import { countUnpaid, holdsTooMuch, mostToHold } from './limit-unpaid-orders.ts';
import type { CatalogLine, PriceProblemCode } from './price-lines.ts';
import { type QuotedCart, quoteCart } from './quote-cart.ts';
import { spendCode } from './spend-code.ts';

export interface NewOrder extends OrderWish {
  provider: PaymentProviderName;
  /** Repeating it repeats the answer instead of ordering again. */
  attemptKey: string;
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
  lines: OrderLine[];
  amounts: OrderAmounts;
  currency: string;
  email: string;
  shipsTo: readonly string[];
  /** A newer page took the place of this one's. */
  superseded: boolean;
  /** Its products are kept for it, so its page closes soon. */
  holdsStock: boolean;
  createdAt: Date;
}

/** What the payment page asks for beside the lines. */
export interface OrderAmounts {
  totalCents: Cents;
  discountCents: Cents;
  /** Null in a shop without delivery zones. */
  delivery: { name: string; cents: Cents } | null;
  /** Tax that the prices do not hold already. */
  addedTaxCents: Cents;
}

export type CreatedOrder =
  | { kind: 'attempt'; attempt: Attempt; isNew: boolean }
  /** The key was used for another cart or by somebody else. */
  | { kind: 'conflict' }
  | { kind: 'refused'; code: OrderProblemCode; message: string }
  | OutOfStock;

export type OrderProblemCode =
  | PriceProblemCode
  | QuoteProblem['code']
  | 'destination_required'
  | 'amount_too_small'
  | 'too_many_at_once'
  | 'too_many_unpaid';

/** What the owner decides: the settings, and the rules of delivery and tax. */
export interface OwnerRules {
  site: Pick<SiteFacts, 'shipsTo'>;
  selling: SellingRules;
  now: Date;
}

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
  rules: OwnerRules,
): Promise<CreatedOrder> {
  const create = (tx: Tables) => createOnce(tx, order, rules);
  try {
    return await db.transaction().execute(create);
  } catch (error) {
    if (error instanceof Undone) return error.refusal;
    if (!(error instanceof KeyTaken)) throw error;
    // Another request with this key committed meanwhile: its order is the answer.
    return db.transaction().execute(create);
  }
}

class KeyTaken extends Error {}

/** Undoes an order for which there is not enough. */
class Undone extends Error {
  readonly refusal: Extract<CreatedOrder, { kind: 'refused' }>;
  constructor(refusal: Extract<CreatedOrder, { kind: 'refused' }>) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The first line that asks for more than its customer may keep unpaid; of what there is. */
function findExcess(
  lines: readonly CatalogLine[],
  most: ReadonlyMap<string, number>,
): Extract<CreatedOrder, { kind: 'refused' }> | null {
  for (const { id, name, quantity, stock } of lines) {
    const allowed = most.get(id) ?? quantity;
    if (quantity <= allowed || quantity > (stock ?? 0)) continue;
    const message =
      allowed > 0
        ? `Only ${allowed} of ${name} can be ordered at once. Please order the others after paying for these.`
        : `${name} is in another order that waits for payment. Please complete that one first.`;
    return { kind: 'refused', code: 'too_many_at_once', message };
  }
  return null;
}

function refuseShort(lines: ShortLine[], ordered: readonly CatalogLine[]): OutOfStock {
  const names = new Map(ordered.map(({ id, name }) => [id, name]));
  const told = lines.map(({ id, available }) => tellShort(names.get(id) ?? '', available));
  return { kind: 'refused', code: 'out_of_stock', message: told.join(' '), lines };
}

async function createOnce(tx: Tables, order: NewOrder, rules: OwnerRules): Promise<CreatedOrder> {
  const fingerprint = fingerprintOf(order);
  const known = await findAttempt(tx, order, rules.site.shipsTo);
  if (known && known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known && !hasEnded(known.attempt)) {
    return { kind: 'attempt', attempt: known.attempt, isNew: false };
  }
  if (known) await releaseAttempt(tx, known.attempt.orderId);

  const { accessTokens = [], userId } = order;
  const { browser } = await joinAttempts(tx, { accessTokens, browser: order.browser ?? null });
  const cart = await quoteCart(tx, order, { userId, browser }, rules.selling, rules.now);
  if (cart.kind === 'refused') return cart;
  const refusal = refuseQuote(cart) ?? refuseSmall(cart.quote.breakdown.total, order.provider);
  if (refusal) return refusal;
  const address = order.network;
  const unpaid = address ? await countUnpaid(tx, { address, browser, userId }) : null;
  if (unpaid?.tooMany) return tooManyUnpaid;
  if (unpaid && cart.counted) {
    const holder = { ...unpaid, browser, userId };
    if (await holdsTooMuch(tx, holder)) return holdingTooMuch;
    const ids = cart.lines.map(({ id }) => id);
    const excess = findExcess(cart.lines, await mostToHold(tx, holder, ids));
    if (excess) return excess;
  }

  const orderId = randomUUID();
  const { breakdown, rate } = cart.quote;
  const lines = orderLines(cart.lines, breakdown);
  const shipsTo = countriesFor(order, cart, rules);
  const inserted = await tx
    .with('placed', (cte) =>
      cte
        .insertInto('orders')
        .values({
          id: orderId,
          user_id: order.userId,
          ...withPlaceholders(order),
          order_items: JSON.stringify(lines.map(toStoredOrderLine)),
          subtotal_amount: toDecimal(breakdown.subtotal),
          discount_amount: toDecimal(breakdown.discount),
          delivery_amount: toDecimal(breakdown.delivery.amount),
          tax_amount: toDecimal(breakdown.tax),
          tax_included_amount: toDecimal(breakdown.taxIncluded),
          total_amount: toDecimal(breakdown.total),
          discount_code: cart.code?.code ?? null,
          delivery_rate_name: rate?.name ?? null,
          ship_country: order.destination?.country ?? null,
          ship_region: order.destination?.region || null,
          ship_postal_code: order.destination?.postalCode || null,
        })
        .returning(['id', 'email', 'currency', 'created_at']),
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
          holds_stock: cart.counted,
        })
        .onConflict((conflict) => conflict.column('attempt_key').doNothing())
        .returning('order_id'),
    )
    .selectFrom('placed')
    .innerJoin('attempt', 'attempt.order_id', 'placed.id')
    .selectAll('placed')
    .executeTakeFirst();
  if (!inserted) throw new KeyTaken();
  if (cart.counted) {
    const short = await takeStock(tx, orderId, cart.lines);
    if (short.length > 0) throw new Undone(refuseShort(short, cart.lines));
  }
  if (cart.code && !(await spendCode(tx, orderId, cart.code.id))) {
    const message = codeUsedUp(cart.code.code);
    throw new Undone({ kind: 'refused', code: 'code_used_up', message });
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
      lines,
      amounts: {
        totalCents: breakdown.total,
        discountCents: breakdown.discount,
        delivery: rate && { name: rate.name, cents: breakdown.delivery.amount },
        addedTaxCents: breakdown.tax - breakdown.taxIncluded,
      },
      currency: inserted.currency,
      email: inserted.email,
      shipsTo,
      superseded: false,
      holdsStock: cart.counted,
      createdAt: inserted.created_at,
    },
  };
}

function refuseQuote({
  quote,
}: Extract<QuotedCart, { kind: 'quoted' }>): Extract<CreatedOrder, { kind: 'refused' }> | null {
  const [problem] = quote.problems;
  if (problem) return { kind: 'refused', ...problem };
  if (!quote.needsDestination) return null;
  const message = 'Please choose where to deliver to.';
  return { kind: 'refused', code: 'destination_required', message };
}

function refuseSmall(
  total: Cents,
  provider: PaymentProviderName,
): Extract<CreatedOrder, { kind: 'refused' }> | null {
  const { minimumCents, completesFreeOrders, method } = serviceOf(provider);
  if (total >= minimumCents || (total === 0 && completesFreeOrders)) return null;
  const least = formatMoney(minimumCents);
  const message = `${method.label} takes ${least} or more. Please choose another way to pay.`;
  return { kind: 'refused', code: 'amount_too_small', message };
}

function orderLines(lines: readonly CatalogLine[], breakdown: Breakdown): OrderLine[] {
  return lines.map(({ id, name, weight, priceCents, quantity, imageUrl }, index) => ({
    id,
    name,
    weight,
    priceCents,
    quantity,
    imageUrl,
    discountCents: breakdown.lines[index]?.discount ?? 0,
    taxCents: breakdown.lines[index]?.tax ?? 0,
  }));
}

/** Where the payment page lets the parcel go: what the amounts were computed for. */
function countriesFor(
  { destination }: NewOrder,
  { quote }: Extract<QuotedCart, { kind: 'quoted' }>,
  { site, selling }: OwnerRules,
): readonly string[] {
  if (destination && dependsOnDestination(selling)) return [destination.country];
  return quote.countries.length > 0 ? quote.countries : site.shipsTo;
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
      'o.discount_amount',
      'o.delivery_amount',
      'o.tax_amount',
      'o.tax_included_amount',
      'o.delivery_rate_name',
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
    amounts: {
      totalCents: toCents(row.total_amount),
      discountCents: toCents(row.discount_amount),
      delivery:
        row.delivery_rate_name === null
          ? null
          : { name: row.delivery_rate_name, cents: toCents(row.delivery_amount) },
      addedTaxCents: toCents(row.tax_amount) - toCents(row.tax_included_amount),
    },
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
function fingerprintOf(order: NewOrder): string {
  const { provider, lines, customer, userId, discountCode, deliveryRateId, destination } = order;
  const sorted = lines
    .map(({ productId, weight, quantity }) => JSON.stringify([productId, weight, quantity]))
    .sort();
  const { name, email, phone, address } = customer;
  const rules = [discountCode || null, deliveryRateId, destination && Object.values(destination)];
  const content = [provider, userId, sorted, name, email, phone, address];
  return createHash('sha256')
    .update(JSON.stringify(rules.some(Boolean) ? [...content, ...rules] : content))
    .digest('hex');
}
