import type { Destination, OfferedRate } from '#domain/delivery.ts';
import { toDecimal } from '#domain/money.ts';
import type { OrderLine } from '#domain/order.ts';
import { type Amounts, readAmounts } from '#domain/order-amounts.ts';
import type { Breakdown } from '#domain/price-order.ts';
import { orderLines, type PricedCart } from '#server/orders/checkout/order-values.ts';
import type { CatalogLine } from '#server/orders/checkout/price-lines.ts';

/** The agreed offer as stored in `payment_links.offer`: everything needed to create the order. */
export interface Offer {
  lines: CatalogLine[];
  breakdown: Breakdown;
  rate: OfferedRate | null;
  countries: string[];
  code: PricedCart['code'];
  destination: Destination | null;
}

export function toOffer(cart: PricedCart, destination: Destination | null): Offer {
  const { breakdown, rate, countries } = cart.quote;
  const code = cart.code && { id: cart.code.id, code: cart.code.code };
  return { lines: cart.lines, breakdown, rate, countries, code, destination };
}

/** The agreed amounts, in the form of a cart priced just now. */
export function toCart(offer: Offer, counted: boolean): PricedCart {
  const { lines, breakdown, rate, countries, code } = offer;
  return {
    kind: 'quoted',
    lines,
    counted,
    code,
    quote: {
      ...{ breakdown, rate, countries, rates: rate ? [rate] : [] },
      ...{ needsDestination: false, freeDeliveryFrom: null, codeApplies: code !== null },
      problems: [],
    },
  };
}

/** Lines and amounts for display. */
export function showOffer({ lines, breakdown, rate, code }: Offer): {
  lines: OrderLine[];
  amounts: Amounts | null;
  total: string;
} {
  return {
    lines: orderLines(lines, breakdown),
    amounts: readAmounts({
      subtotal_amount: toDecimal(breakdown.subtotal),
      discount_amount: toDecimal(breakdown.discount),
      delivery_amount: toDecimal(breakdown.delivery.amount),
      tax_amount: toDecimal(breakdown.tax),
      tax_included_amount: toDecimal(breakdown.taxIncluded),
      discount_code: code?.code ?? null,
      delivery_rate_name: rate?.name ?? null,
    }),
    total: toDecimal(breakdown.total),
  };
}
