import type { RequestedLine } from '#domain/checkout-request.ts';
import type { Line } from '#domain/line.ts';
import { sumLines, toCents } from '#domain/money.ts';
import type { TaxClass } from '#domain/price-order.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Tables } from '#server/orders/tables.ts';

/**
 * The maximum for a single card payment
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const highestSubtotalCents = 99_999_999;

export type PriceProblemCode =
  | 'unknown_product'
  | 'sold_out'
  | 'weight_mismatch'
  | 'invalid_quantity';

export interface CatalogLine extends Line {
  id: string;
  taxClass: TaxClass;
  /** Null if stock is not tracked. */
  stock: number | null;
}

export type PricedLines =
  /** `counted`: the stock of some lines is tracked. */
  | { kind: 'priced'; lines: CatalogLine[]; counted: boolean }
  | { kind: 'refused'; code: PriceProblemCode; message: string };

/**
 * Builds the order's lines from the current catalog. Only id and quantity are trusted from the
 * client. Priced elsewhere: a replacement costs nothing (`manual/create-manual-order.ts`), and a
 * payment link keeps the agreed price (`payment-links/offer.ts`).
 */
export async function priceLines(
  db: Tables,
  requested: readonly RequestedLine[],
): Promise<PricedLines> {
  const ids = requested.map((line) => line.productId).filter((id) => isUuid(id));
  const products = ids.length
    ? await db
        .selectFrom('products')
        .select([
          'id',
          'name',
          'price',
          'weight_type',
          'sold_out',
          'stock',
          'image_url',
          'tax_class',
        ])
        .where('id', 'in', ids)
        .where('published', '=', true)
        .execute()
    : [];
  const catalog = new Map(products.map((product) => [product.id, product]));

  const lines: CatalogLine[] = [];
  let counted = false;
  for (const { productId, weight, quantity } of requested) {
    const product = catalog.get(productId.toLowerCase());
    if (!product) return refuse('unknown_product', 'A product in the cart is no longer sold.');
    if (product.sold_out) return refuse('sold_out', `${product.name} is sold out.`);
    if (product.weight_type !== weight) {
      return refuse('weight_mismatch', `${product.name} is not sold in that weight.`);
    }
    counted ||= product.stock !== null;
    lines.push({
      id: product.id,
      name: product.name,
      weight: product.weight_type,
      priceCents: toCents(product.price),
      quantity,
      imageUrl: product.image_url,
      taxClass: product.tax_class as TaxClass,
      stock: product.stock,
    });
  }
  if (sumLines(lines) > highestSubtotalCents) {
    return refuse('invalid_quantity', 'This order exceeds the limit for a single payment.');
  }
  return { kind: 'priced', lines, counted };
}

function refuse(code: PriceProblemCode, message: string): PricedLines {
  return { kind: 'refused', code, message };
}
