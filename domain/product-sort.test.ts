import { expect, it } from 'vitest';
import { productsPath } from './product-sort.ts';

it('gives the list without a choice its plain address', () => {
  expect(productsPath({ sort: 'name', tag: null }, 'name')).toBe('/products');
  expect(productsPath({ sort: 'price', tag: null }, 'price')).toBe('/products');
});

it('names the order and the tag that were chosen', () => {
  expect(productsPath({ sort: 'name', tag: null }, 'price')).toBe('/products?sort=name');
  expect(productsPath({ sort: 'price-desc', tag: 'salt & lime' }, 'name')).toBe(
    '/products?sort=price-desc&tag=salt+%26+lime',
  );
});
