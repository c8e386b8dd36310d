import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckoutAttempts, createCheckoutAttempts } from '#app/lib/checkout-attempt.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { type Customer, readCustomer } from '#app/lib/open-auth.ts';
import { storeWalletOrder } from '#app/lib/wallet-order.ts';
import type { CartLine } from '#domain/cart.ts';
import { card, wallet } from '#tests/fixtures/payment-methods.ts';
import { startPayment } from './start-payment.ts';

vi.mock('#app/lib/invoke-function.ts');
vi.mock('#app/lib/open-auth.ts');
vi.mock('#app/lib/wallet-order.ts');

const resin: CartLine = {
  id: 'resin',
  name: 'Pure Resin',
  weight: '30g',
  priceCents: 4990,
  quantity: 2,
  imageUrl: '/resin.webp',
};
const opened = { data: { url: 'https://pay.example/1' }, failure: null };
const refusedAs = (code: string) => ({
  data: null,
  failure: { status: 409, code, message: '' },
});

function attempts() {
  let count = 0;
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  return createCheckoutAttempts(
    () => storage,
    () => `key-${++count}`,
  );
}

const start = (
  attempts: CheckoutAttempts,
  publishableKey: string,
  method = card,
  owner: string | null = null,
) => startPayment({ method, lines: [resin], owner, attempts, publishableKey });

const keysSent = () =>
  vi.mocked(invokeFunction).mock.calls.map(([, call]) => call.headers?.['Idempotency-Key']);

beforeEach(() => {
  vi.mocked(invokeFunction).mockReset();
  vi.mocked(readCustomer).mockResolvedValue({ kind: 'guest' });
});

describe('startPayment', () => {
  it('orders the cart as a guest', async () => {
    vi.mocked(invokeFunction).mockResolvedValue(opened);
    expect(await start(attempts(), 'publishable')).toEqual({
      url: 'https://pay.example/1',
      failure: null,
    });
    expect(vi.mocked(invokeFunction).mock.calls).toEqual([
      [
        'create-checkout',
        {
          publishableKey: 'publishable',
          headers: { 'Idempotency-Key': 'key-1' },
          body: {
            items: [{ id: 'resin', name: 'Pure Resin', weight: '30g', price: 49.9, quantity: 2 }],
            customerInfo: { name: 'Guest Customer', email: '', phone: '', address: '' },
          },
        },
      ],
    ]);
  });

  it('asks PayPal for the items alone, and keeps the id of its order', async () => {
    const data = { orderId: '5O190127TN364715T', approveUrl: 'https://paypal.example/?token=5O' };
    vi.mocked(invokeFunction).mockResolvedValue({ data, failure: null });
    expect(await start(attempts(), 'publishable', wallet)).toEqual({
      url: 'https://paypal.example/?token=5O',
      failure: null,
    });
    expect(vi.mocked(invokeFunction).mock.calls[0]).toEqual([
      'create-paypal-order',
      {
        publishableKey: 'publishable',
        headers: { 'Idempotency-Key': 'key-1' },
        body: {
          items: [{ id: 'resin', name: 'Pure Resin', weight: '30g', price: 49.9, quantity: 2 }],
        },
      },
    ]);
    expect(storeWalletOrder).toHaveBeenCalledWith('5O190127TN364715T');
  });

  it('starts a new attempt with another payment method', async () => {
    const kept = attempts();
    vi.mocked(invokeFunction).mockResolvedValue(opened);
    await start(kept, 'p', card);
    await start(kept, 'p', wallet);
    expect(keysSent()).toEqual(['key-1', 'key-2']);
  });

  it('starts a new attempt once the total has changed', async () => {
    const kept = attempts();
    const wish = { discountCode: '', deliveryRateId: 'standard', destination: null };
    for (const total of [4799, 4799, 4599]) {
      const quoted = { total, deliveryRateId: 'standard', needsDestination: false, problems: [] };
      vi.mocked(invokeFunction).mockImplementation(async (name) =>
        name === 'quote' ? { data: quoted, failure: null } : opened,
      );
      await startPayment({
        ...{ method: card, lines: [resin], owner: null, attempts: kept, publishableKey: 'p' },
        quote: { total, wish },
      });
    }
    expect(keysSent().filter(Boolean)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  it('orders with the account of who is signed in, and tells the provider the address', async () => {
    const headers = { Authorization: 'Bearer token' };
    vi.mocked(readCustomer).mockResolvedValue({
      kind: 'customer',
      userId: 'u1',
      headers,
      email: 'ada@mail.example',
    });
    vi.mocked(invokeFunction).mockResolvedValue(opened);
    await start(attempts(), 'publishable', card, 'u1');
    expect(vi.mocked(invokeFunction).mock.calls[0]?.[1]).toMatchObject({
      headers: { 'Idempotency-Key': 'key-1', ...headers },
      body: { customerInfo: { name: '', email: 'ada@mail.example' } },
    });
  });

  const stranger = { kind: 'customer', userId: 'u2', headers: { Authorization: '' }, email: '' };
  it.each([
    ['has ended', { kind: 'guest' }, 'signed_out'],
    ['is somebody else’s', stranger, 'signed_out'],
    ['cannot be refreshed', { kind: 'unreachable' }, 'unreachable'],
  ] as [string, Customer, string][])(
    'asks for nothing when the session of a customer %s',
    async (_, now, code) => {
      vi.mocked(readCustomer).mockResolvedValue(now);
      expect((await start(attempts(), 'p', card, 'u1')).failure?.code).toBe(code);
      expect(invokeFunction).not.toHaveBeenCalled();
    },
  );

  it('keeps the key after an outage, so that the retry is the same order', async () => {
    const kept = attempts();
    vi.mocked(invokeFunction)
      .mockResolvedValueOnce(refusedAs('provider_unavailable'))
      .mockResolvedValueOnce(opened);
    expect((await start(kept, 'p')).failure?.code).toBe('provider_unavailable');
    await start(kept, 'p');
    expect(keysSent()).toEqual(['key-1', 'key-1']);
  });

  it('starts a new attempt when the server used the key for another cart', async () => {
    vi.mocked(invokeFunction)
      .mockResolvedValueOnce(refusedAs('attempt_conflict'))
      .mockResolvedValueOnce(opened);
    expect((await start(attempts(), 'p')).url).toBe('https://pay.example/1');
    expect(keysSent()).toEqual(['key-1', 'key-2']);
  });

  it('retries only once', async () => {
    vi.mocked(invokeFunction).mockResolvedValue(refusedAs('attempt_conflict'));
    expect((await start(attempts(), 'p')).failure?.code).toBe('attempt_conflict');
    expect(keysSent()).toHaveLength(2);
  });
});

describe('with an amount that was quoted', () => {
  const wish = { discountCode: 'TEN', deliveryRateId: 'standard', destination: null };
  const quoted = {
    ...{ subtotal: 9980, discount: 998, delivery: 490, tax: 0, taxIncluded: 0, total: 9472 },
    ...{ rates: [], deliveryRateId: 'standard', needsDestination: false, countries: [] },
    freeDeliveryFrom: null,
    problems: [] as { code: string; message: string }[],
  };
  const answerQuote = (quote: typeof quoted) =>
    vi
      .mocked(invokeFunction)
      .mockImplementation(async (name) =>
        name === 'quote' ? { data: quote, failure: null } : opened,
      );
  const startQuoted = () =>
    startPayment({
      ...{ method: card, lines: [resin], owner: null, attempts: attempts(), publishableKey: 'p' },
      quote: { total: 9472, wish },
    });
  const called = () => vi.mocked(invokeFunction).mock.calls.map(([name]) => name);

  it('orders what was quoted', async () => {
    answerQuote(quoted);
    expect(await startQuoted()).toEqual({ url: 'https://pay.example/1', failure: null });
    const [, order] = vi.mocked(invokeFunction).mock.calls;
    expect(order?.[1].body).toMatchObject(wish);
  });

  it('orders nothing when the amount has changed', async () => {
    answerQuote({ ...quoted, total: 9672 });
    expect((await startQuoted()).failure).toMatchObject({
      code: 'amount_changed',
      message: 'The total has changed from $94.72 to $96.72.',
    });
    expect(called()).toEqual(['quote']);
  });

  it('orders nothing without the code that was counted on', async () => {
    answerQuote({ ...quoted, problems: [{ code: 'code_used_up', message: 'Used up.' }] });
    expect((await startQuoted()).failure).toMatchObject({ code: 'amount_changed' });
    expect(called()).toEqual(['quote']);
  });

  it('says why nothing can be ordered anymore', async () => {
    answerQuote({ ...quoted, problems: [{ code: 'not_delivered_there', message: 'Not there.' }] });
    expect((await startQuoted()).failure).toMatchObject({
      code: 'not_delivered_there',
      message: 'Not there.',
    });
  });
});
