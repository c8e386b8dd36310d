import { describe, expect, it } from 'vitest';
import { toStoredLine } from './line.ts';
import {
  isPlaceholderAddress,
  isPlaceholderEmail,
  isPlaceholderName,
  orderNumber,
  orderPlaceholders,
  readOrderLines,
  toStoredOrderLine,
} from './order.ts';

describe('order', () => {
  it('knows every placeholder and nothing else', () => {
    expect(Object.entries(orderPlaceholders).map(([, value]) => value)).toHaveLength(10);
    for (const name of [
      'Pending',
      'Guest Customer',
      'PayPal Customer',
      'Deleted customer',
      '',
      ' ',
      null,
    ]) {
      expect(isPlaceholderName(name)).toBe(true);
    }
    for (const email of ['pending@checkout.example', 'paypal@checkout.example', '', undefined]) {
      expect(isPlaceholderEmail(email)).toBe(true);
    }
    for (const address of ['Pending', 'Collected via PayPal', 'Deleted', '']) {
      expect(isPlaceholderAddress(address)).toBe(true);
    }
    expect(isPlaceholderName('Ann Pending')).toBe(false);
    expect(isPlaceholderEmail('ann@example.com')).toBe(false);
    expect(isPlaceholderAddress('1 Pending Road')).toBe(false);
  });

  it('is displayed by its first eight characters', () => {
    expect(orderNumber('4f1c2d3e-0000-4000-8000-000000000000')).toBe('4f1c2d3e');
  });
});

describe('order lines', () => {
  const line = {
    id: '1',
    name: 'Resin',
    weight: '30g',
    price: 49.9,
    quantity: 2,
    image_url: '/a.webp',
  };
  const read = {
    id: '1',
    name: 'Resin',
    weight: '30g',
    priceCents: 4990,
    quantity: 2,
    imageUrl: '/a.webp',
    discountCents: 0,
    taxCents: 0,
  };

  it('are a list, or text holding a list', () => {
    expect(readOrderLines([line])).toEqual([read]);
    expect(readOrderLines(JSON.stringify([line]))).toEqual([read]);
    expect(toStoredLine(read)).toEqual(line);
  });

  it('keep their share of discount and tax', () => {
    const stored = { ...line, product_id: '1', discount: 9.98, tax: 0.57 };
    const priced = { ...read, discountCents: 998, taxCents: 57 };
    expect(readOrderLines([stored])).toEqual([priced]);
    expect(toStoredOrderLine(priced)).toEqual(stored);
  });

  it('have defaults for what is missing or odd', () => {
    const empty = {
      id: null,
      name: 'Unknown Item',
      weight: '',
      priceCents: 0,
      quantity: 1,
      imageUrl: null,
      discountCents: 0,
      taxCents: 0,
    };
    expect(readOrderLines([{}, null, { price: 'free', quantity: '2' }])).toEqual([
      empty,
      empty,
      empty,
    ]);
  });

  it.each([null, undefined, 'not json', '{}', 7])('are none for %s', (value) => {
    expect(readOrderLines(value)).toEqual([]);
  });
});
