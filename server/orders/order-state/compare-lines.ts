import type { Line } from '#domain/line.ts';
import { readOrderLines } from '#domain/order.ts';
import type { OrderRow } from '#server/orders/tables.ts';

type LineIdentity = Pick<Line, 'id' | 'weight'>;

export function linesOf(order: Pick<OrderRow, 'order_items'>): Line[] {
  return readOrderLines(order.order_items);
}

export function shareProducts(a: readonly LineIdentity[], b: readonly LineIdentity[]): boolean {
  const keys = new Set(a.map(keyOf));
  return b.some((line) => keys.has(keyOf(line)));
}

export function keyOf({ id, weight }: LineIdentity): string {
  return JSON.stringify([id?.toLowerCase(), weight]);
}
