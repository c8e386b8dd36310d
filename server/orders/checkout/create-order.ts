import { createHash, randomUUID } from 'node:crypto';
import type { CustomerInfo, OrderInput } from '#domain/checkout-request.ts';
import { orderPlaceholders } from '#domain/order.ts';
import { dependsOnDestination, type SellingRules } from '#domain/quote-order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { accessTokenOf, hashAccessToken } from '#server/orders/access-token.ts';
import { releaseAttempt } from '#server/orders/order-state/end-order.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import { createByKey, KeyTaken } from './create-by-key.ts';
import { type Attempt, findAttempt, hasEnded } from './find-attempt.ts';
import { joinAttempts } from './join-attempts.ts';
import { countUnpaid, holdsTooMuch, rangesOf } from './limit-unpaid-orders.ts';
import { lockOpenLink } from './lock-open-link.ts';
import {
  holdForOrder,
  orderLines,
  type PricedCart,
  pricedColumns,
  recordTaxRates,
} from './order-values.ts';
import { quoteCart } from './quote-cart.ts';
import {
  holdingTooMuch,
  type Refusal,
  refuseQuote,
  refuseSmall,
  tooManyUnpaid,
} from './refuse-order.ts';

export interface NewOrder extends OrderInput {
  provider: PaymentProviderName;
  /** Idempotency key: the same key returns the same order. */
  attemptKey: string;
  customer: CustomerInfo;
  userId: string | null;
  returnOrigin: string;
  /** Access tokens from this browser's cookies. */
  accessTokens?: readonly string[];
  /** The browser's id, from its browser cookie. */
  browser?: string | null;
  /** The IP address of the request, for the limits on shoppers; null counts nothing. */
  address?: string | null;
  /** Paid orders for the same products that the customer wants to pay for again. */
  payAgain?: readonly string[];
  /** The prices agreed with the customer, used instead of current prices. */
  agreed?: { link: string; cart: PricedCart };
}

export type CreatedOrder =
  | { kind: 'attempt'; attempt: Attempt; isNew: boolean }
  /** The key was used for a different cart or by somebody else. */
  | { kind: 'conflict' }
  | Refusal;

/** What the owner controls: the settings, and the rules for delivery and tax. */
export interface CheckoutRules {
  site: Pick<SiteFacts, 'shipsTo'>;
  selling: SellingRules;
}

/**
 * Inserts the order as `pending`, with placeholders for what the provider will collect, and its
 * attempt, in one transaction. The same key and content return the first order, unless that one
 * expired, failed or was superseded, which freed its key.
 */
export async function createOrder(
  db: Tables,
  order: NewOrder,
  rules: CheckoutRules,
  now: Date,
): Promise<CreatedOrder> {
  return createByKey(db, (tx) => createOnce(tx, order, rules, now));
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
  const cart =
    order.agreed?.cart ?? (await quoteCart(tx, order, { userId, browser }, rules.selling, now));
  if (cart.kind === 'refused') return cart;
  const refusal = refuseQuote(cart) ?? refuseSmall(cart.quote.breakdown.total, order.provider);
  if (refusal) return refusal;
  const { address } = order;
  const unpaid = address ? await countUnpaid(tx, { address, browser, userId }) : null;
  if (unpaid?.tooMany) return tooManyUnpaid;
  if (unpaid && cart.counted && (await holdsTooMuch(tx, { ...unpaid, browser, userId }))) {
    return holdingTooMuch;
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
          ...pricedColumns(lines, cart, order.destination),
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
          network_range: unpaid?.rangeHash ?? null,
          ships_to: JSON.stringify(shipsTo),
          pay_again: JSON.stringify(order.payAgain ?? []),
          from_account: order.userId !== null,
          holds_stock: cart.counted,
          payment_link: order.agreed?.link ?? null,
        })
        .onConflict((conflict) => conflict.column('attempt_key').doNothing())
        .returning('order_id'),
    )
    .selectFrom('placed')
    .innerJoin('attempt', 'attempt.order_id', 'placed.id')
    .select(['placed.email', 'placed.currency', 'placed.created_at'])
    .executeTakeFirst();
  if (!inserted) throw new KeyTaken();
  await recordTaxRates(tx, orderId, breakdown);
  await holdForOrder(tx, orderId, cart, unpaid && rangesOf(unpaid));
  if (order.agreed) await lockOpenLink(tx, order.agreed.link, now);

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
      fromLink: order.agreed !== undefined,
      holdsStock: cart.counted,
      createdAt: inserted.created_at,
    },
  };
}

/** The countries that the payment page may ship to: those for which the amounts were computed. */
function countriesFor(
  { destination }: NewOrder,
  { quote }: PricedCart,
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

/** What makes two requests the same. Not the price, which the first one fixed. */
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
