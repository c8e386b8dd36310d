import { cartStore } from '#app/features/cart/store/cart-store.ts';
import { readCatalog } from '#app/features/cart/store/read-catalog.ts';
import type { CartLine } from '#domain/cart.ts';
import type { Catalog } from '#domain/check-cart.ts';
import type { Line } from '#domain/line.ts';
import { toCents } from '#domain/money.ts';

export interface Reordered {
  /** Lines to put in the cart, with the catalog's current data. */
  lines: CartLine[];
  /** Names of products that are currently unavailable. */
  missing: string[];
}

/** Updates an order's lines: name, price and picture come from the catalog. */
export function reorder(lines: readonly Line[], catalog: Catalog): Reordered {
  const again: Reordered = { lines: [], missing: [] };
  for (const { id, name, weight, quantity } of lines) {
    const product = id ? catalog.get(id) : null;
    if (!product?.buyable || product.weight_type !== weight) {
      again.missing.push(name);
      continue;
    }
    again.lines.push({
      id: product.id,
      name: product.name,
      weight,
      priceCents: toCents(product.price),
      quantity,
      imageUrl: product.image_url,
    });
  }
  return again;
}

/** Puts an order's lines into the cart again; null if the catalog could not be read. */
export async function orderAgain(
  lines: readonly Line[],
  publishableKey: string,
): Promise<Reordered | null> {
  const ids = lines.flatMap(({ id }) => id ?? []);
  const catalog = await readCatalog(ids, publishableKey);
  if (!catalog) return null;
  const again = reorder(lines, catalog);
  for (const line of again.lines) cartStore.add(line);
  return again;
}
