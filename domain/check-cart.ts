import type { CartLine } from './cart.ts';
import { type Cents, sumLines, toCents } from './money.ts';
import { type Product, productPath } from './product.ts';

/** The columns of `products` that a cart depends on. */
export type CatalogProduct = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'weight_type' | 'sold_out' | 'image_url'
>;

/** By product id: null is a product that is no longer sold; an absent id was not looked up yet. */
export type Catalog = ReadonlyMap<string, CatalogProduct | null>;

/**
 * A cart line next to the catalog: name, price and picture are today's; `was` keeps what the
 * visitor had put in the cart where that differs.
 */
export interface CheckedLine extends CartLine {
  /** `gone`: no longer sold at all, or no longer in this weight. */
  availability: 'available' | 'sold_out' | 'gone';
  was: { name?: string; priceCents?: Cents };
  /** The product's page, where there still is one. */
  path: string | null;
}

export interface CheckedCart {
  lines: CheckedLine[];
  /** Of what can be bought, at today's prices. */
  total: Cents;
  /** Something is not as the visitor left it, so checkout asks before it charges. */
  changed: boolean;
}

function checkLine(line: CartLine, product: CatalogProduct | null | undefined): CheckedLine {
  if (product === undefined) return { ...line, availability: 'available', was: {}, path: null };
  if (product === null) return { ...line, availability: 'gone', was: {}, path: null };
  const path = productPath(product);
  const priceCents = toCents(product.price);
  if (product.weight_type !== line.weight) {
    return { ...line, availability: 'gone', was: {}, path };
  }
  return {
    ...line,
    name: product.name,
    priceCents,
    imageUrl: product.image_url,
    availability: product.sold_out ? 'sold_out' : 'available',
    was: {
      ...(product.name !== line.name && { name: line.name }),
      ...(priceCents !== line.priceCents && { priceCents: line.priceCents }),
    },
    path,
  };
}

export function isChanged({ availability, was }: CheckedLine): boolean {
  return availability !== 'available' || was.name !== undefined || was.priceCents !== undefined;
}

function buyableLines(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines.filter((line) => line.availability === 'available');
}

/** Compares a cart with what has been read of the catalog so far. */
export function checkCart(lines: readonly CartLine[], catalog: Catalog): CheckedCart {
  const checked = lines.map((line) => checkLine(line, catalog.get(line.id)));
  return {
    lines: checked,
    total: sumLines(buyableLines(checked)),
    changed: checked.some(isChanged),
  };
}

/** The cart once the visitor has agreed to every change: what is left, at today's prices. */
export function acceptChanges(lines: readonly CheckedLine[]): CartLine[] {
  return buyableLines(lines).map(({ id, name, weight, priceCents, quantity, imageUrl }) => ({
    id,
    name,
    weight,
    priceCents,
    quantity,
    imageUrl,
  }));
}
