import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkout, startSandbox, stripeAt, submitPayment } from '../fixtures/start-sandbox.ts';

const HOUR_S = 3_600;

describe('creating a session', () => {
  it('answers an open, unpaid session with the sum of its lines', async () => {
    const { sandbox, stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());

    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_subtotal: 5_998,
      amount_total: 5_998,
      client_reference_id: 'order-1',
      currency: 'usd',
      livemode: false,
      metadata: { order_id: 'order-1' },
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `${sandbox.url}/stripe/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_\w+$/);
    expect(session.expires_at - session.created).toBe(24 * HOUR_S);
    expect(session.line_items).toBeUndefined();
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    expect(session.lastResponse.apiVersion).toBe('2026-10-28.endive');
  });

  it('also answers under /stripe/v1', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { id } = await stripe.checkout.sessions.create(checkout());
    const response = await fetch(`${sandbox.url}/stripe/v1/checkout/sessions/${id}`, {
      headers: { authorization: `Basic ${btoa('sk_test_any:')}` },
    });
    expect(await response.json()).toMatchObject({ id });
  });

  it('needs no payment for a total of zero', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(priced(0));
    expect(session.payment_status).toBe('no_payment_required');
    expect((await submitPayment(session)).status).toBe(303);
    const after = await stripe.checkout.sessions.retrieve(session.id);
    expect(after).toMatchObject({ status: 'complete', payment_intent: null });
  });

  it('takes a coupon and a shipping option into its total, and the coupon once', async () => {
    const { stripe } = await startSandbox();
    const coupon = await stripe.coupons.create({
      amount_off: 998,
      currency: 'usd',
      duration: 'once',
      max_redemptions: 1,
    });
    const params = {
      ...checkout(),
      discounts: [{ coupon: coupon.id }],
      shipping_options: [
        {
          shipping_rate_data: {
            display_name: 'Post',
            type: 'fixed_amount' as const,
            fixed_amount: { amount: 490, currency: 'usd' },
          },
        },
      ],
    };
    const session = await stripe.checkout.sessions.create(params);
    expect(session).toMatchObject({
      amount_subtotal: 5_998,
      amount_total: 5_490,
      total_details: { amount_discount: 998, amount_shipping: 490, amount_tax: 0 },
      shipping_cost: { amount_total: 490 },
    });
    const page = await (await fetch(session.url ?? '')).text();
    for (const shown of ['Post', '$4.90', '-$9.98', '$54.90']) expect(page).toContain(shown);
    await submitPayment(session);
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({
      param: 'discounts[0][coupon]',
    });
    await expect(
      stripe.checkout.sessions.create({ ...checkout(), discounts: [{ coupon: 'unknown' }] }),
    ).rejects.toMatchObject({ code: 'resource_missing' });
  });

  const line = (changes: object) => ({
    line_items: [{ ...priced(100).line_items?.[0], ...changes }],
  });
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

  it.each<[string, object, { code?: string; param?: string }]>([
    [
      'no success_url',
      { success_url: undefined },
      { code: 'parameter_missing', param: 'success_url' },
    ],
    [
      'no line_items',
      { line_items: undefined },
      { code: 'parameter_missing', param: 'line_items' },
    ],
    ['no mode', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['another mode', { mode: 'subscription' }, { param: 'mode' }],
    [
      'a relative success_url',
      { success_url: '/thanks' },
      { code: 'url_invalid', param: 'success_url' },
    ],
    [
      'a script as cancel_url',
      { cancel_url: 'javascript:alert(1)' },
      { code: 'url_invalid', param: 'cancel_url' },
    ],
    [
      'a bad email',
      { customer_email: 'nobody' },
      { code: 'email_invalid', param: 'customer_email' },
    ],
    [
      'an empty reference',
      { client_reference_id: '' },
      { code: 'parameter_invalid_empty', param: 'client_reference_id' },
    ],
    ['an unknown parameter', { color: 'red' }, { code: 'parameter_unknown', param: 'color' }],
    [
      'quantity 0',
      line({ quantity: 0 }),
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'quantity 1.5',
      line({ quantity: 1.5 }),
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'quantity text',
      line({ quantity: '1e3' }),
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'a negative price',
      priced(-1),
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      'a fractional price',
      priced(10.5),
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      'no price',
      line({ price_data: undefined }),
      { code: 'parameter_missing', param: 'line_items[0][price_data]' },
    ],
    ['an unknown currency', priced(100, 'zzz'), { param: 'line_items[0][price_data][currency]' }],
    ['49 cents', priced(49), { code: 'amount_too_small' }],
    ['a million', priced(99_999_999, 'usd', 2), { code: 'amount_too_large' }],
    [
      'a country that is none',
      { shipping_address_collection: { allowed_countries: ['XX'] } },
      { param: 'shipping_address_collection[allowed_countries][0]' },
    ],
    ['29 minutes to pay', { expires_at: inSeconds(29 * 60) }, { param: 'expires_at' }],
    ['25 hours to pay', { expires_at: inSeconds(25 * HOUR_S) }, { param: 'expires_at' }],
    [
      'a parameter of older versions',
      { payment_method_types: ['card'] },
      { code: 'parameter_unknown' },
    ],
    ['methods the account has not', { allowed_payment_method_types: ['ideal'] }, {}],
    ['too long a metadata value', { metadata: { a: 'x'.repeat(501) } }, { param: 'metadata' }],
    ['an expansion that is none', { expand: ['color'] }, { param: 'expand' }],
  ])('refuses %s as Stripe does', async (_name, changes, expected) => {
    const { stripe } = await startSandbox();
    const attempt = stripe.checkout.sessions.create({
      ...checkout(),
      ...changes,
    } as Stripe.Checkout.SessionCreateParams);
    await expect(attempt).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      requestId: expect.stringMatching(/^req_/),
      ...expected,
    });
  });

  it('refuses mixed currencies', async () => {
    const { stripe } = await startSandbox();
    const line_items = [
      ...(priced(100).line_items ?? []),
      ...(priced(100, 'eur').line_items ?? []),
    ];
    await expect(stripe.checkout.sessions.create(checkout({ line_items }))).rejects.toMatchObject({
      param: 'line_items',
    });
  });
});

describe('authentication', () => {
  it('refuses a call without a key', async () => {
    const { sandbox } = await startSandbox();
    const response = await fetch(`${sandbox.url}/v1/checkout/sessions`);
    expect(response.status).toBe(401);
    expect(response.headers.get('request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('refuses another key than its own and does not repeat it', async () => {
    const { sandbox } = await startSandbox({ stripe: { secretKey: 'sk_test_right' } });
    const wrong = stripeAt(sandbox).checkout.sessions.list();
    await expect(wrong).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    await expect(wrong).rejects.not.toThrow('sk_test_sandbox');
  });
});

describe('reading sessions', () => {
  it('expands the payment and the lines', async () => {
    const { stripe } = await startSandbox();
    const { id, url } = await stripe.checkout.sessions.create(checkout());
    await submitPayment({ id, url } as Stripe.Checkout.Session);
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });

    const intent = session.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      amount_received: 5_998,
      metadata: { order_id: 'order-1' },
      status: 'succeeded',
    });
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 5_998 });
    expect(session.line_items?.data).toMatchObject([
      {
        object: 'item',
        description: 'Resin, 30g',
        quantity: 2,
        amount_total: 5_998,
        price: { unit_amount: 2_999 },
      },
    ]);
    const again = await stripe.checkout.sessions.retrieve(id);
    expect(again.payment_intent).toBe(intent.id);
  });

  it('rejects unknown sessions', async () => {
    const { stripe } = await startSandbox();
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such checkout.session: 'cs_test_none'",
    });
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('lists newest first, page by page, by status and time', async () => {
    const { stripe } = await startSandbox();
    const created: Stripe.Checkout.Session[] = [];
    for (let index = 0; index < 5; index += 1)
      created.push(await stripe.checkout.sessions.create(checkout()));
    const newestFirst = created.map(({ id }) => id).reverse();

    const page = await stripe.checkout.sessions.list({ limit: 2 });
    expect(page.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
    expect(page.has_more).toBe(true);
    const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newestFirst);
    const before = await stripe.checkout.sessions.list({
      ending_before: newestFirst[3] ?? '',
      limit: 2,
    });
    expect(before.data.map(({ id }) => id)).toEqual(newestFirst.slice(1, 3));

    const [first] = created;
    if (first) await submitPayment(first);
    const complete = await stripe.checkout.sessions.list({ status: 'complete' });
    expect(complete.data.map(({ id }) => id)).toEqual([first?.id]);
    const future = await stripe.checkout.sessions.list({
      created: { gt: (first?.created ?? 0) + HOUR_S },
    });
    expect(future.data).toEqual([]);
  });

  it('lists the lines of a session, in their order', async () => {
    const { stripe } = await startSandbox();
    const line_items = [...(priced(100).line_items ?? []), ...(priced(200).line_items ?? [])];
    const { id } = await stripe.checkout.sessions.create(checkout({ line_items }));
    const lines = await stripe.checkout.sessions.listLineItems(id, { limit: 1 });
    expect(lines).toMatchObject({ has_more: true, data: [{ amount_total: 100 }] });
    const all = await stripe.checkout.sessions.listLineItems(id).autoPagingToArray({ limit: 10 });
    expect(all.map(({ amount_total }) => amount_total)).toEqual([100, 200]);
  });
});

describe('expiring', () => {
  it('closes an open session once, and never a paid one', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout());
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });

    const paid = await stripe.checkout.sessions.create(checkout());
    await submitPayment(paid);
    await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow(/status of `complete`/);
  });

  it('happens by itself when the time has come', async () => {
    let now = Date.now();
    const { stripe } = await startSandbox({ now: () => now });
    const session = await stripe.checkout.sessions.create(checkout());
    now += 24 * HOUR_S * 1000;
    const page = await (await submitPayment(session)).text();
    expect(page).toContain('This payment page has expired');
    const after = await stripe.checkout.sessions.retrieve(session.id);
    expect(after).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
    const { data } = await stripe.events.list({ type: 'checkout.session.expired' });
    expect(data).toHaveLength(1);
  });

  it('catches up at the start on several that were due while it was stopped', async () => {
    let now = Date.now();
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { sandbox, stripe } = await startSandbox({ now: () => now, dataDir });
    const due = Math.floor(now / 1000) + HOUR_S;
    for (const expires_at of [due, due, undefined]) {
      await stripe.checkout.sessions.create({
        ...checkout(),
        ...(expires_at === undefined ? {} : { expires_at }),
      });
    }
    await sandbox.close();
    now += 2 * HOUR_S * 1000;
    const again = await startSandbox({ now: () => now, dataDir });
    const { data } = await again.stripe.checkout.sessions.list();
    expect(data.map(({ status }) => status)).toEqual(['open', 'expired', 'expired']);
    const events = await again.stripe.events.list({ type: 'checkout.session.expired' });
    expect(events.data).toHaveLength(2);
  });
});

function priced(
  unit_amount: number,
  currency = 'usd',
  quantity = 1,
): Stripe.Checkout.SessionCreateParams {
  return checkout({
    line_items: [
      { quantity, price_data: { currency, unit_amount, product_data: { name: 'Thing' } } },
    ],
  });
}
