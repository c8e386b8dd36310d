import { beforeEach, expect, it, vi } from 'vitest';
import { invokeFunction } from './invoke-function.ts';
import { readCustomer } from './open-auth.ts';
import { orderable, type Quote, type QuoteInput, readQuote } from './read-quote.ts';

vi.mock('./invoke-function.ts');
vi.mock('./open-auth.ts');

const wish: QuoteInput = { discountCode: 'TEN', deliveryRateId: 'gone', destination: null };
const quote: Quote = {
  ...{ subtotal: 2000, discount: 0, delivery: 490, tax: 0, taxIncluded: 0, total: 2490 },
  rates: [{ id: 'standard', name: 'Standard', price: 490, daysFrom: null, daysTo: null }],
  deliveryRateId: 'standard',
  needsDestination: false,
  countries: ['US'],
  freeDeliveryFrom: null,
  problems: [],
};
const problem = (code: string) => ({ code, message: '' });

beforeEach(() => {
  vi.mocked(invokeFunction).mockReset();
  vi.mocked(readCustomer).mockResolvedValue({ kind: 'guest' });
});

it('takes the first way of delivery where the chosen one has gone', async () => {
  vi.mocked(invokeFunction)
    .mockResolvedValueOnce({
      data: { ...quote, deliveryRateId: null, problems: [problem('delivery_unavailable')] },
      failure: null,
    })
    .mockResolvedValueOnce({ data: quote, failure: null });
  expect(await readQuote([], wish, 'key')).toEqual({ quote, failure: null });
  expect(vi.mocked(invokeFunction).mock.calls.map(([, { body }]) => body.deliveryRateId)).toEqual([
    'gone',
    null,
  ]);
});

it('orders the rate that was quoted, and a code only where it counts', () => {
  expect(orderable(quote, wish)).toEqual({ ...wish, deliveryRateId: 'standard' });
  const refused = { ...quote, problems: [problem('code_used_up')] };
  expect(orderable(refused, wish)).toEqual({
    discountCode: '',
    deliveryRateId: 'standard',
    destination: null,
  });
});

it.each([
  { needsDestination: true },
  { problems: [problem('not_delivered_there')] },
  { problems: [problem('code_over'), problem('out_of_stock')] },
])('orders nothing with %o', (change) => {
  expect(orderable({ ...quote, ...change }, wish)).toBeNull();
});
