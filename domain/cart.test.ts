import { describe, expect, it } from 'vitest';
import {
  addLine,
  type CartLine,
  countItems,
  fingerprintCart,
  insertLine,
  lineTotal,
  parseCart,
  removeLine,
  serializeCart,
  setLineQuantity,
  subtractPaidLines,
} from './cart.ts';
import { sumLines } from './money.ts';

function line(overrides: Partial<CartLine> = {}): CartLine {
  return {
    id: 'resin',
    name: 'Pure Resin',
    weight: '30g',
    priceCents: 4990,
    quantity: 1,
    imageUrl: '/media/resin-1-960.webp',
    ...overrides,
  };
}
/** As stored in the browser (requirements §3.8). */
const stored = (overrides: object = {}) => ({
  id: 'resin',
  name: 'Pure Resin',
  weight: '30g',
  price: 49.9,
  quantity: 1,
  image_url: '/media/resin-1-960.webp',
  ...overrides,
});
const drops = line({ id: 'drops', name: 'Drops', weight: '30ml', priceCents: 3950 });

describe('parseCart', () => {
  it('reads back what was stored', () => {
    const lines = [line({ quantity: 3 }), drops];
    expect(parseCart(serializeCart(lines))).toEqual(lines);
  });

  it('is stored in dollars, as specified', () => {
    expect(JSON.parse(serializeCart([line()]))).toEqual([stored()]);
  });

  it.each([null, '', 'null', '{}', '[', '"cart"', '7'])('takes %j for an empty cart', (json) => {
    expect(parseCart(json)).toEqual([]);
  });

  it('drops what names no product and keeps the rest', () => {
    const json = JSON.stringify([null, 3, 'x', {}, { id: '' }, { id: null, name: 'a' }, stored()]);
    expect(parseCart(json)).toEqual([line()]);
  });

  it('fills missing fields with the defaults of an order item', () => {
    expect(parseCart('[{"id":"resin"}]')).toEqual([
      { id: 'resin', name: 'Unknown Item', weight: '', priceCents: 0, quantity: 1, imageUrl: '' },
    ]);
  });

  it('reads numbers written as text, and ids written as numbers', () => {
    expect(parseCart('[{"id":7,"weight":"30g","price":"49.90","quantity":"2"}]')).toMatchObject([
      { id: '7', priceCents: 4990, quantity: 2 },
    ]);
  });

  it.each([
    [0, 1],
    [-4, 1],
    [1.5, 1],
    [2.9, 2],
    ['many', 1],
    [null, 1],
    [1e9, 99],
  ])('reads quantity %j as %i', (quantity, expected) => {
    expect(parseCart(JSON.stringify([stored({ quantity })]))[0]?.quantity).toBe(expected);
  });

  it.each([
    [49.900000000000006, 4990],
    [-5, 0],
    [1e300, 0],
    ['free', 0],
    ['', 0],
    [true, 0],
  ])('reads price %j as %d cents', (price, expected) => {
    expect(parseCart(JSON.stringify([stored({ price })]))[0]?.priceCents).toBe(expected);
  });

  it('joins the same product and weight, never beyond 99', () => {
    const twice = [line({ quantity: 60 }), drops, line({ quantity: 60 })];
    expect(parseCart(serializeCart(twice))).toEqual([line({ quantity: 99 }), drops]);
  });
});

describe('addLine', () => {
  it('appends a new line', () => {
    expect(addLine([line()], drops)).toEqual({
      lines: [line(), drops],
      quantity: 1,
      clamped: false,
    });
  });

  it('raises the quantity of the same product and weight', () => {
    const { lines, quantity } = addLine([line({ quantity: 2 }), drops], line());
    expect(lines).toEqual([line({ quantity: 3 }), drops]);
    expect(quantity).toBe(3);
  });

  it('keeps another weight of the same product apart', () => {
    expect(addLine([line()], line({ weight: '30ml' })).lines).toHaveLength(2);
  });

  it('clamps at 99 and says so', () => {
    expect(addLine([line({ quantity: 99 })], line())).toMatchObject({
      quantity: 99,
      clamped: true,
    });
    expect(addLine([line({ quantity: 98 })], line())).toMatchObject({
      quantity: 99,
      clamped: false,
    });
  });

  it('leaves the cart it was given as it was', () => {
    const lines = Object.freeze([Object.freeze(line())]);
    addLine(lines, line());
    expect(lines).toEqual([line()]);
  });
});

describe('setLineQuantity', () => {
  it('sets the one line', () => {
    expect(setLineQuantity([line(), drops], drops, 4).lines).toEqual([
      line(),
      { ...drops, quantity: 4 },
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('ignores %d', (quantity) => {
    expect(setLineQuantity([line({ quantity: 2 })], line(), quantity)).toEqual({
      lines: [line({ quantity: 2 })],
      quantity: 2,
      clamped: false,
    });
  });

  it('clamps at 99 and says so', () => {
    expect(setLineQuantity([line()], line(), 250)).toMatchObject({ quantity: 99, clamped: true });
  });

  it('changes nothing when the line has gone meanwhile', () => {
    expect(setLineQuantity([drops], line(), 5)).toMatchObject({ lines: [drops], quantity: 0 });
  });
});

describe('removing and putting back', () => {
  it('removes by id and weight', () => {
    const other = line({ weight: '30ml' });
    expect(removeLine([line(), other], line())).toEqual([other]);
  });

  it('puts a line back where it was', () => {
    const cart = [line(), drops];
    expect(insertLine(removeLine(cart, line()), line(), 0).lines).toEqual(cart);
  });

  it('joins the quantities when it was added again meanwhile', () => {
    expect(insertLine([line({ quantity: 2 })], line({ quantity: 3 }), 0).lines).toEqual([
      line({ quantity: 5 }),
    ]);
  });
});

describe('figures', () => {
  it('counts pieces', () => {
    expect(countItems([line({ quantity: 2 }), drops])).toBe(3);
    expect(countItems([])).toBe(0);
  });

  it('adds up in cents', () => {
    expect(lineTotal(line({ priceCents: 10, quantity: 3 }))).toBe(30);
    expect(sumLines([line({ quantity: 3 }), drops])).toBe(3 * 4990 + 3950);
  });
});

describe('fingerprintCart', () => {
  const cart = [line(), drops];
  it('is the same in another order, with another name or picture', () => {
    expect(fingerprintCart([drops, line({ name: 'New name', imageUrl: '' })])).toBe(
      fingerprintCart(cart),
    );
  });

  it.each([{ quantity: 2 }, { priceCents: 5000 }, { weight: '30ml' }, { id: 'other' }])(
    'differs for %j',
    (change) => {
      expect(fingerprintCart([line(change), drops])).not.toBe(fingerprintCart(cart));
    },
  );
});

describe('subtractPaidLines', () => {
  it('takes out what was paid and leaves what was added since', () => {
    const paid = [
      { id: 'resin', weight: '30g', quantity: 2 },
      { id: 'drops', weight: '', quantity: 1 },
    ];
    const cart = [
      { ...line(), quantity: 5 },
      { ...line(), weight: '60g', quantity: 1 },
      { ...line(), id: 'drops', weight: '', quantity: 1 },
    ];
    expect(subtractPaidLines(cart, paid).map(({ weight, quantity }) => [weight, quantity])).toEqual(
      [
        ['30g', 3],
        ['60g', 1],
      ],
    );
    expect(subtractPaidLines([], paid)).toEqual([]);
  });
});
