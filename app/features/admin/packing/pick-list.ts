import type { PackedOrder } from './read-packing.ts';

export interface PickedProduct {
  name: string;
  weight: string;
  quantity: number;
  /** The number of orders that contain it. */
  orders: number;
}

/** What to pick from the shelves for all of these orders together, by name and weight. */
export function pickList(packed: readonly PackedOrder[]): PickedProduct[] {
  const products = new Map<string, PickedProduct>();
  for (const { lines } of packed) {
    const counted = new Set<string>();
    for (const { line, quantity } of lines) {
      const key = JSON.stringify([line.name, line.weight]);
      const { name, weight } = line;
      const product = products.get(key) ?? { name, weight, quantity: 0, orders: 0 };
      product.quantity += quantity;
      if (!counted.has(key)) product.orders += 1;
      counted.add(key);
      products.set(key, product);
    }
  }
  return [...products.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.weight.localeCompare(b.weight, 'en'),
  );
}
