import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart.ts';
import { isSameCart, mergeCarts, recoverBase } from './merge-cart.ts';

const line = (id: string, quantity: number, changes: Partial<CartLine> = {}): CartLine => ({
  id,
  name: id,
  weight: '30g',
  priceCents: 4000,
  quantity,
  imageUrl: '',
  ...changes,
});
const cart = (text: string) =>
  [...text.matchAll(/(\w)(\d)/g)].map(([, id = '', quantity]) => line(id, Number(quantity)));
const write = (lines: CartLine[]) => lines.map(({ id, quantity }) => id + quantity).join(' ');

describe('mergeCarts', () => {
  it.each([
    // base, mine, theirs, merged
    ['', 'a1', '', 'a1'],
    ['', '', 'a1', 'a1'],
    ['', 'a1', 'b1', 'a1 b1'],
    ['', 'a1', 'a3', 'a3'],
    ['', 'a3', 'a1', 'a3'],
    ['a1', 'a1', 'a3', 'a3'],
    ['a3', 'a3', 'a1', 'a1'],
    ['a3', 'a1', 'a3', 'a1'],
    ['a1', 'a2', 'a3', 'a3'],
    ['a1', '', 'a1', ''],
    ['a1', 'a1', '', ''],
    ['a1', '', '', ''],
    ['a1', '', 'a2', 'a2'],
    ['a1', 'a2', '', 'a2'],
    ['a1', 'a1 b1', 'a1 c1', 'a1 b1 c1'],
  ])('from %j, mine %j and theirs %j: %j', (base, mine, theirs, joined) => {
    expect(write(mergeCarts(cart(base), cart(mine), cart(theirs)))).toBe(joined);
  });

  it('takes different weights for different lines', () => {
    const [small, large] = [line('a', 1), line('a', 2, { weight: '60g' })];
    expect(mergeCarts([], [small], [large])).toEqual([small, large]);
  });

  it('keeps my picture, and what was agreed to on either side', () => {
    const mine = line('a', 1, { imageUrl: '/a.webp' });
    const agreed = line('a', 1, { priceCents: 4500, name: 'A' });
    expect(mergeCarts([line('a', 1)], [mine], [agreed])).toEqual([
      { ...agreed, imageUrl: '/a.webp' },
    ]);
    expect(mergeCarts([line('a', 1)], [agreed], [line('a', 1)])).toEqual([agreed]);
  });
});

describe('recoverBase', () => {
  it.each([
    // base, sent, stored in the account, last known to both
    ['a1', 'a2', 'a2', 'a2'],
    ['a1', 'a2', 'a1', 'a1'],
    ['a1', '', '', ''],
    ['a1', '', 'a1', 'a1'],
    ['a1', 'a1 b1', 'a1 b1', 'a1 b1'],
    ['a1', 'a1 b1', 'a1', 'a1'],
    ['a1', 'a2', 'a5', 'a1'],
  ])('from %j, sent %j, now %j: %j', (base, sent, held, known) => {
    expect(write(recoverBase(cart(base), cart(sent), cart(held)))).toBe(known);
  });
});

describe('isSameCart', () => {
  it('looks at lines, not at their order or pictures', () => {
    expect(isSameCart(cart('a1 b2'), cart('b2 a1'))).toBe(true);
    expect(isSameCart([line('a', 1)], [line('a', 1, { imageUrl: '/a.webp' })])).toBe(true);
    expect(isSameCart(cart('a1'), cart('a2'))).toBe(false);
    expect(isSameCart([line('a', 1)], [line('a', 1, { priceCents: 4100 })])).toBe(false);
    expect(isSameCart([line('a', 1)], [line('a', 1, { name: 'A' })])).toBe(false);
  });
});
