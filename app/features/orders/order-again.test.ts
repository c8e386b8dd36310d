import { expect, it } from 'vitest';
import type { CatalogProduct } from '#domain/check-cart.ts';
import type { Line } from '#domain/line.ts';
import { reorder } from './order-again.ts';

const product = (id: string, changes: Partial<CatalogProduct> = {}): CatalogProduct => ({
  id,
  name: `New ${id}`,
  slug: id,
  price: 45,
  weight_type: '30g',
  buyable: true,
  sold_out: false,
  stock: null,
  image_url: '/new.webp',
  ...changes,
});
const line = (id: string | null): Line => ({
  id,
  name: `Old ${id}`,
  weight: '30g',
  priceCents: 4000,
  quantity: 2,
  imageUrl: null,
});

it('orders what there is, at today’s price, and names the rest', () => {
  const catalog = new Map([
    ['a', product('a')],
    ['b', product('b', { buyable: false })],
    ['c', product('c', { weight_type: '60g' })],
    ['d', null],
  ]);
  expect(reorder([line('a'), line('b'), line('c'), line('d'), line(null)], catalog)).toEqual({
    lines: [
      {
        id: 'a',
        name: 'New a',
        weight: '30g',
        priceCents: 4500,
        quantity: 2,
        imageUrl: '/new.webp',
      },
    ],
    missing: ['Old b', 'Old c', 'Old d', 'Old null'],
  });
});
