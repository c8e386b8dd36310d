import { expect } from 'vitest';
import type { Scene } from './scene.ts';
import { products } from './test-shop.ts';

/** The resin's stock; null if it is not counted. */
export function createResinStock({ shop }: Scene) {
  const { id } = products.resin;
  return {
    setStock: (stock: number | null) =>
      shop().db.updateTable('products').set({ stock }).where('id', '=', id).execute(),
    /** The stock left, checked against the sum of its movements. */
    async stock() {
      const { rows } = await shop().database.query<{ stock: number; moved: number }>({
        text: `select stock, (
            select sum(change)::integer from public.stock_movements where product_id = products.id
          ) as moved
          from public.products where id = $1`,
        values: [id],
      });
      expect(rows[0]?.moved).toBe(rows[0]?.stock);
      return rows[0]?.stock;
    },
  };
}
