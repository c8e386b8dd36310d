import { expect, it } from 'vitest';
import { readChoice } from './read-choice.ts';

const read = (query: string, owner: 'price' | null = null) =>
  readChoice(new Request(`http://shop.example/products${query}`), owner);

/** The target that a request is redirected to. */
function redirected(query: string, owner: 'price' | null = null): string | null {
  try {
    read(query, owner);
  } catch (answer) {
    return (answer as Response).headers.get('location');
  }
  return null;
}

it('reads order and tag from the address', () => {
  expect(read('')).toEqual({ sort: 'name', tag: null });
  expect(read('', 'price')).toEqual({ sort: 'price', tag: null });
  expect(read('?sort=newest&tag=resin&page=2&utm_source=a')).toEqual({
    sort: 'newest',
    tag: 'resin',
  });
});

it.each(['?sort=cheapest', '?sort=PRICE', '?tag=%00'])('knows no list of %s', (query) => {
  expect(read(query)).toBeNull();
});

it('has one address for each list', () => {
  expect(redirected('?sort=name')).toBe('/products');
  expect(redirected('?sort=price', 'price')).toBe('/products');
  expect(redirected('?sort=&tag=')).toBe('/products');
  expect(redirected('?sort=name&tag=resin&page=3')).toBe('/products?tag=resin&page=3');
});
