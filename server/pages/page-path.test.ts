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

it('takes a path of slashes in without holding up anybody', () => {
  // So long that hours would pass if each slash were met again for those before it.
  const slashes = '/'.repeat(2_000_000);
  expect(pagePath(`${slashes}x?a`)).toBe(`${slashes}x`);
});
