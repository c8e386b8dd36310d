import { expect, it } from 'vitest';
import type { StorefrontBuild } from './load-build.ts';
import { createPagePath } from './page-path.ts';

const list = {
  id: 'list',
  path: 'products',
  module: { handle: { reads: ['page'], keepsEach: true } },
};
const pagePath = createPagePath({ list } as unknown as StorefrontBuild['routes']);

it('knows a page by its path, with and without slashes behind it', () => {
  expect(pagePath('/products?page=2&a=1')).toBe('/products?page=2');
  expect(pagePath('/products//?page=2')).toBe('/products//?page=2');
  expect(pagePath('/?page=2')).toBe('/');
});

it('leaves pages of very long addresses to be rendered each time', () => {
  const long = 'x'.repeat(500);
  expect(pagePath('/about////')).toBe('/about////');
  expect(pagePath(`/about${'/'.repeat(500)}`)).toBeNull();
  expect(pagePath(`/products?page=${long}`)).toBeNull();
  expect(pagePath(`/products?page=2&a=${long}`)).toBe('/products?page=2');
  // So long that it would take hours if the slashes were rescanned for each one (quadratic time).
  expect(pagePath(`${'/'.repeat(2_000_000)}x?a`)).toBeNull();
});
