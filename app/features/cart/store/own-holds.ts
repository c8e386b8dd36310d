import { readRecentOrders } from '#app/lib/recent-orders.ts';
import type { Catalog } from '#domain/check-cart.ts';

/**
 * Adds back stock held by the visitor's own unpaid orders: someone who returns from a payment page
 * can still buy what they were about to pay for.
 */
export async function addOwnHolds(catalog: Catalog, publishableKey: string): Promise<Catalog> {
  const orders = (await readRecentOrders(publishableKey)) ?? [];
  const kept = new Map<string, number>();
  for (const { id, quantity } of orders.flatMap(({ state, items }) =>
    state === 'paid' ? [] : items,
  )) {
    kept.set(id, (kept.get(id) ?? 0) + quantity);
  }
  return new Map(
    [...catalog].map(([id, product]) => {
      const own = kept.get(id) ?? 0;
      if (!product || product.stock === null || own === 0) return [id, product];
      return [id, { ...product, stock: product.stock + own, buyable: !product.sold_out }];
    }),
  );
}
