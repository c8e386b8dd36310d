import { createHash, randomUUID } from 'node:crypto';
import type { CustomerInfo, OrderWish } from '#domain/checkout-request.ts';
import { codeUsedUp } from '#domain/discount-code.ts';
import { toDecimal } from '#domain/money.ts';
import { type OrderLine, orderPlaceholders, toStoredOrderLine } from '#domain/order.ts';
import type { Breakdown } from '#domain/price-order.ts';
import { dependsOnDestination, type SellingRules } from '#domain/quote-order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { accessTokenOf, hashAccessToken } from '#server/orders/access-token.ts';
import { releaseAttempt } from '#server/orders/payment-sync/end-order.ts';
import { takeStock } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { type Attempt, findAttempt, hasEnded } from './find-attempt.ts';
import { joinAttempts } from './join-attempts.ts';
import { countUnpaid, holdsTooMuch, mostToHold } from './limit-unpaid-orders.ts';
import type { CatalogLine } from './price-lines.ts';
import { type QuotedCart, quoteCart } from './quote-cart.ts';
import {
  findExcess,
  holdingTooMuch,
  type Refusal,
  refuseQuote,
  refuseShort,
  refuseSmall,
  tooManyUnpaid,
} from './refuse-order.ts';
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
  /** The network that the request comes from, for the limit on unpaid orders; null counts nothing. */
  network?: string | null;
  /** Paid orders for the same products beside which the customer wants to pay for these. */
  payAgain?: readonly string[];
}

export type CreatedOrder =
  | { kind: 'attempt'; attempt: Attempt; isNew: boolean }
  /** The key was used for another cart or by somebody else. */
  | { kind: 'conflict' }
  | Refusal;

/** What the owner decides: the settings, and the rules of delivery and tax. */
export interface CheckoutRules {
  site: Pick<SiteFacts, 'shipsTo'>;
  selling: SellingRules;
}

/**
 * Writes the order `pending`, with placeholders for what the provider is to collect, and its
 * attempt, in one transaction. The same key and content answer the first order, unless that one
 * expired, failed or was superseded, and so left the key free.
 */
export async function createOrder(
  db: Tables,
  order: NewOrder,
  rules: CheckoutRules,
  now: Date,
): Promise<CreatedOrder> {
  const create = (tx: Tables) => createOnce(tx, order, rules, now);
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
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

async function createOnce(
  tx: Tables,
  order: NewOrder,
  rules: CheckoutRules,
  now: Date,
): Promise<CreatedOrder> {
  const fingerprint = fingerprintOf(order);
  const known = await findAttempt(tx, order, rules.site.shipsTo);
  if (known && known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known && !hasEnded(known.attempt)) {
    return { kind: 'attempt', attempt: known.attempt, isNew: false };
  }
  if (known) await releaseAttempt(tx, known.attempt.orderId);

  const { accessTokens = [], userId } = order;
  const { browser } = await joinAttempts(tx, { accessTokens, browser: order.browser ?? null });
  const cart = await quoteCart(tx, order, { userId, browser }, rules.selling, now);
  if (cart.kind === 'refused') return cart;
  const refusal = refuseQuote(cart) ?? refuseSmall(cart.quote.breakdown.total, order.provider);
  if (refusal) return refusal;
  const { network } = order;
  const unpaid = network ? await countUnpaid(tx, { network, browser, userId }) : null;
  if (unpaid?.tooMany) return tooManyUnpaid;
  if (unpaid && cart.counted) {
    const shopper = { ...unpaid, browser, userId };
    if (await holdsTooMuch(tx, shopper)) return holdingTooMuch;
    const ids = cart.lines.map(({ id }) => id);
    const excess = findExcess(cart.lines, await mostToHold(tx, shopper, ids));
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
          network: unpaid?.networkHash ?? null,
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
  await recordTaxRates(tx, orderId, breakdown);
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

/** What the accounts tell taxes apart by; amounts are in the order. */
async function recordTaxRates(tx: Tables, orderId: string, breakdown: Breakdown): Promise<void> {
  const { lines, delivery } = breakdown;
  const rates = [...lines.entries(), [ofDelivery, delivery] as const].flatMap(([part, taxed]) =>
    taxed.taxPercent === null || taxed.tax === 0
      ? []
      : [
          {
            order_id: orderId,
            part,
            percent: taxed.taxPercent / 1000,
            included: taxed.taxIncluded,
          },
        ],
  );
  if (rates.length > 0) await tx.insertInto('private.order_taxes').values(rates).execute();
}

/** In the place of a line's number. */
const ofDelivery = -1;

/** Where the payment page lets the parcel go: what the amounts were computed for. */
function countriesFor(
  { destination }: NewOrder,
  { quote }: Extract<QuotedCart, { kind: 'quoted' }>,
  { site, selling }: CheckoutRules,
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
