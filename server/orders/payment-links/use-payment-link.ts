import { type OfferedPayment, stateOfLink } from '#domain/manual-order.ts';
import { orderNumber } from '#domain/order.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import { linkOver } from '#server/orders/checkout/lock-open-link.ts';
import type { StartCheckout, StartedCheckout } from '#server/orders/checkout/start-checkout.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { type Offer, showOffer, toCart } from './offer.ts';

/**
 * What the holder of a link may see, which excludes who it is for and where it ships. Null if
 * unknown.
 */
export async function readPaymentLink(
  { db, now }: OrderContext,
  token: string,
): Promise<OfferedPayment | null> {
  const link = await findLink(db, token);
  if (!link) return null;
  const state = stateOfLink(link, now());
  if (state !== 'open') {
    return { state, lines: null, amounts: null, totalCents: null, expiresAt: null, addsTo: null };
  }
  const offer = link.offer as unknown as Offer;
  const { lines, amounts } = showOffer(offer);
  return {
    state,
    lines: lines.map(({ name, weight, quantity, priceCents }) => ({
      ...{ name, weight, quantity, cents: priceCents * quantity },
    })),
    amounts,
    totalCents: offer.breakdown.total,
    expiresAt: link.expires_at.toISOString(),
    addsTo: link.adds_to && orderNumber(link.adds_to),
  };
}

export type StartedByLink =
  | StartedCheckout
  | { kind: 'refused'; code: 'link_not_found'; message: string };

/**
 * Creates the order that a link offers and opens the provider's page. Everyone who uses the link
 * counts as one browser, so only one of several open pages can be paid.
 */
export async function payByLink(
  { db, now }: OrderContext,
  startCheckout: StartCheckout,
  { token, provider, origin }: { token: string; provider: PaymentProviderName; origin: string },
): Promise<StartedByLink> {
  const link = await findLink(db, token);
  if (!link) return { kind: 'refused', code: 'link_not_found', message: linkOver.message };
  const state = stateOfLink(link, now());
  if (state === 'paid') {
    return { kind: 'refused', code: 'already_paid', message: 'This has been paid already.' };
  }
  if (state !== 'open') return linkOver;
  const offer = link.offer as unknown as Offer;
  const stock = await readStock(db, offer);
  if (stock.kind === 'refused') return stock;
  const customer = { name: '', email: '', phone: '', address: '', ...(link.customer as object) };
  return startCheckout({
    provider,
    // No request can send a key with spaces.
    attemptKey: `link ${link.id} ${provider}`,
    lines: offer.lines.map(({ id, weight, quantity }) => ({ productId: id, weight, quantity })),
    discountCode: offer.code?.code ?? '',
    deliveryRateId: offer.rate?.id ?? null,
    destination: offer.destination,
    customer,
    userId: null,
    returnOrigin: origin,
    accessTokens: [],
    browser: link.id,
    address: null,
    agreed: { link: link.id, cart: toCart(offer, stock.counted) },
  });
}

type Stock =
  | { kind: 'stock'; counted: boolean }
  | { kind: 'refused'; code: 'sold_out' | 'unknown_product'; message: string };

/** Prices were agreed; stock is checked now. */
async function readStock(db: Tables, { lines }: Offer): Promise<Stock> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'sold_out', 'stock'])
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .execute();
  for (const { id, name } of lines) {
    const product = products.find((each) => each.id === id);
    if (!product) {
      return { kind: 'refused', code: 'unknown_product', message: `${name} is no longer sold.` };
    }
    if (product.sold_out) {
      return { kind: 'refused', code: 'sold_out', message: `${name} is sold out.` };
    }
  }
  return { kind: 'stock', counted: products.some(({ stock }) => stock !== null) };
}

function findLink(db: Tables, token: string) {
  return db
    .selectFrom('payment_links as link')
    .innerJoin('private.payment_link_tokens as known', 'known.link_id', 'link.id')
    .selectAll('link')
    .where('known.token_hash', '=', hashAccessToken(token))
    .executeTakeFirst();
}
