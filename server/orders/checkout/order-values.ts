import type { Destination } from '#domain/delivery.ts';
import { toDecimal } from '#domain/money.ts';
import { type OrderLine, toStoredOrderLine } from '#domain/order.ts';
import type { Breakdown } from '#domain/price-order.ts';
import { redeemDiscount } from '#server/orders/order-state/redeem-discount.ts';
import { holdStock } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { CountedRanges } from '#server/orders/unpaid-share.ts';
import { OrderRolledBack } from './create-by-key.ts';
import type { CatalogLine } from './price-lines.ts';
import type { QuotedCart } from './quote-cart.ts';
import { refuseBeyondShare, refuseCode, refuseShort } from './refuse-order.ts';

export type PricedCart = Extract<QuotedCart, { kind: 'quoted' }>;

export function orderLines(lines: readonly CatalogLine[], breakdown: Breakdown): OrderLine[] {
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

/** The tax rates by which the accounting tells taxes apart; amounts are in the order. */
export async function recordTaxRates(
  tx: Tables,
  orderId: string,
  breakdown: Breakdown,
): Promise<void> {
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

/** Used instead of a line number. */
const ofDelivery = -1;

/** The columns with an order's costs, and what these depend on. */
export function pricedColumns(
  lines: readonly OrderLine[],
  { quote: { breakdown, rate }, code }: Pick<PricedCart, 'quote' | 'code'>,
  destination: Destination | null,
) {
  return {
    order_items: JSON.stringify(lines.map(toStoredOrderLine)),
    subtotal_amount: toDecimal(breakdown.subtotal),
    discount_amount: toDecimal(breakdown.discount),
    delivery_amount: toDecimal(breakdown.delivery.amount),
    tax_amount: toDecimal(breakdown.tax),
    tax_included_amount: toDecimal(breakdown.taxIncluded),
    total_amount: toDecimal(breakdown.total),
    discount_code: code?.code ?? null,
    delivery_rate_name: rate?.name ?? null,
    ship_country: destination?.country ?? null,
    ship_region: destination?.region || null,
    ship_postal_code: destination?.postalCode || null,
  };
}

/**
 * Takes an order's stock and one use of its code, or undoes the order if that isn't possible or,
 * unless `ranges` is null, if it exceeds what may be held unpaid.
 */
export async function holdForOrder(
  tx: Tables,
  orderId: string,
  { lines, counted, code }: Pick<PricedCart, 'lines' | 'counted' | 'code'>,
  ranges: CountedRanges | null = null,
): Promise<void> {
  if (counted) {
    const { short, beyond } = await holdStock(tx, orderId, lines, ranges);
    if (short.length > 0) throw new OrderRolledBack(refuseShort(short, lines));
    const [excess] = beyond;
    if (excess) throw new OrderRolledBack(refuseBeyondShare(excess, lines));
  }
  if (code) {
    const problem = await redeemDiscount(tx, orderId, code.id, ranges);
    if (problem) throw new OrderRolledBack(refuseCode(problem, code.code));
  }
}
