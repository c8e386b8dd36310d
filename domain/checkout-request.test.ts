import { describe, expect, it } from 'vitest';
import { orderEmailRequest, readCheckoutRequest, readQuoteRequest } from './checkout-request.ts';

const item = { id: 'p1', name: 'Resin', weight: '30g', price: 49.9, quantity: 2 };

const codeOf = (body: unknown) => {
  const result = readCheckoutRequest(body);
  return result.ok ? 'ok' : result.code;
};

describe('a checkout request', () => {
  it('takes id, weight and quantity, never name or price', () => {
    expect(readCheckoutRequest({ items: [{ ...item, price: 0.01, color: 'x' }] })).toEqual({
      ok: true,
      request: {
        lines: [{ productId: 'p1', weight: '30g', quantity: 2 }],
        customer: { name: '', email: '', phone: '', address: '' },
        discountCode: '',
        deliveryRateId: null,
        destination: null,
      },
    });
  });

  it('takes a code in any case, and where it goes', () => {
    const destination = { country: 'us', region: 'US-ny', postalCode: ' 10001 ' };
    expect(
      readCheckoutRequest({ items: [item], discountCode: ' welcome10', destination }),
    ).toMatchObject({
      request: {
        discountCode: 'WELCOME10',
        destination: { country: 'US', region: 'NY', postalCode: '10001' },
      },
    });
    expect(codeOf({ items: [item], destination: { country: 'UK' } })).toBe('invalid_request');
    expect(codeOf({ items: [item], destination: { country: 'DE' } })).toBe('ok');
    expect(codeOf({ items: [item], deliveryRateId: 'cheapest' })).toBe('invalid_request');
  });

  it('accepts customer fields that are missing, null or empty', () => {
    for (const customerInfo of [
      undefined,
      null,
      {},
      { name: '', email: '', phone: null, address: '' },
    ]) {
      expect(codeOf({ items: [item], customerInfo })).toBe('ok');
    }
  });

  it.each([0, -1, 1.5, 1e9, 100, '2', '1e3', Number.NaN, null, undefined, true, [1], {}])(
    'refuses the quantity %s',
    (quantity) => {
      expect(codeOf({ items: [{ ...item, quantity }] })).toBe('invalid_quantity');
    },
  );

  it('adds up lines of one product and weight, and refuses a sum beyond 99', () => {
    const twice = readCheckoutRequest({ items: [item, { ...item, quantity: 3 }] });
    expect(twice).toMatchObject({ request: { lines: [{ quantity: 5 }] } });
    expect(
      codeOf({
        items: [
          { ...item, quantity: 60 },
          { ...item, quantity: 40 },
        ],
      }),
    ).toBe('invalid_quantity');
  });

  it('tells an empty cart from a malformed one', () => {
    expect(codeOf({ items: [] })).toBe('empty_cart');
    for (const body of [null, 7, 'x', [], {}, { items: 'all' }, { items: [null] }]) {
      expect(codeOf(body)).toBe('invalid_request');
    }
    for (const broken of [
      { ...item, id: 7 },
      { ...item, id: '' },
      { ...item, id: 'x'.repeat(101) },
      { ...item, weight: undefined },
      { ...item, weight: 30 },
    ]) {
      expect(codeOf({ items: [broken] })).toBe('invalid_request');
    }
  });

  it('holds at most 50 lines', () => {
    const items = Array.from({ length: 51 }, (_, index) => ({ ...item, id: `p${index}` }));
    expect(codeOf({ items: items.slice(1) })).toBe('ok');
    const refused = {
      ok: false,
      code: 'too_many_lines',
      message:
        'An order can include at most 50 different products. Please remove some, then try again.',
    };
    expect(readCheckoutRequest({ items })).toEqual(refused);
    expect(readQuoteRequest({ items })).toEqual(refused);
    // With too many items, no single item is checked.
    expect(readQuoteRequest({ items: Array(51).fill(1) })).toEqual(refused);
  });

  it.each([
    { email: 'not an address' },
    { email: 'a@b.example\r\nBcc: e@e.example' },
    { name: 'Ann\r\nBcc: e@e.example' },
    { name: 'x'.repeat(201) },
    { phone: '1'.repeat(51) },
    { address: 'x'.repeat(1001) },
    { address: 'a\u0000b' },
  ])('refuses customer details like %j', (customerInfo) => {
    expect(codeOf({ items: [item], customerInfo })).toBe('invalid_request');
  });
});

it('reads order ids', () => {
  const orderId = '4f1c2d3e-0000-4000-8000-000000000000';
  expect(orderEmailRequest.parse({ orderId, email: 'e@e.example' })).toEqual({ orderId });
  expect(orderEmailRequest.safeParse({ orderId: '1 or 1=1' }).success).toBe(false);
});
