import type { CartLine } from './cart.ts';
import { type Cents, sumLines, toCents } from './money.ts';
import { type Product, productPath } from './product.ts';

/** The columns of `products` that a cart depends on. */
export type CatalogProduct = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'weight_type' | 'buyable' | 'sold_out' | 'stock' | 'image_url'
>;

/** By product id. Null means the product is no longer sold; a missing id was not looked up yet. */
export type Catalog = ReadonlyMap<string, CatalogProduct | null>;

/**
 * A cart line compared with the catalog: name, price and picture are current; `was` holds the
 * values from the visitor's cart that differ.
 */
export interface CheckedLine extends CartLine {
  /** `gone`: no longer sold at all, or no longer in this weight. */
  availability: 'available' | 'sold_out' | 'gone';
  /** How many are in stock; null if stock is not counted. */
  left: number | null;
  was: { name?: string; priceCents?: Cents };
  /** The product's page, if it still has one. */
  path: string | null;
}

export interface CheckedCart {
  lines: CheckedLine[];
  /** Total of what can be bought, at current prices. */
  total: Cents;
  /** Something differs from what the visitor left, so checkout asks before it charges. */
  changed: boolean;
}

function checkLine(line: CartLine, product: CatalogProduct | null | undefined): CheckedLine {
  const unknown = { ...line, left: null, was: {}, path: null };
  if (product === undefined) return { ...unknown, availability: 'available' };
  if (product === null) return { ...unknown, availability: 'gone' };
  const path = productPath(product);
  const priceCents = toCents(product.price);
  if (product.weight_type !== line.weight) {
    return { ...unknown, availability: 'gone', path };
  }
  return {
    ...line,
    name: product.name,
    priceCents,
    imageUrl: product.image_url,
    availability: product.buyable ? 'available' : 'sold_out',
    left: product.stock,
    was: {
      ...(product.name !== line.name && { name: line.name }),
      ...(priceCents !== line.priceCents && { priceCents: line.priceCents }),
    },
    path,
  };
}

export function isChanged(line: CheckedLine): boolean {
  const { availability, was } = line;
  if (availability !== 'available' || isShort(line)) return true;
  return was.name !== undefined || was.priceCents !== undefined;
}

/** Less is in stock than the cart holds. */
export function isShort({ left, quantity }: Pick<CheckedLine, 'left' | 'quantity'>): boolean {
  return left !== null && left < quantity;
}

function buyableLines(lines: readonly CheckedLine[]): CheckedLine[] {
  return lines
    .filter((line) => line.availability === 'available')
    .map((line) => (isShort(line) ? { ...line, quantity: line.left ?? 0 } : line));
}

/** Compares a cart with as much of the catalog as has been read. */
export function checkCart(lines: readonly CartLine[], catalog: Catalog): CheckedCart {
  const checked = lines.map((line) => checkLine(line, catalog.get(line.id)));
  return {
    lines: checked,
    total: sumLines(buyableLines(checked)),
    changed: checked.some(isChanged),
  };
}

/** The cart after the visitor has agreed to every change: what is left, at current prices. */
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
