import { describe, expect, it } from 'vitest';
import { dollars, paypalAppAt, walletOrder } from '../fixtures/paypal-app.ts';
import { startSandbox } from '../fixtures/start-sandbox.ts';

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const started = await startSandbox(options);
  return { ...started, paypal: await paypalAppAt(started.sandbox) };
}

const issueOf = (answer: { status: number; body: { details?: { issue: string }[] } }) => [
  answer.status,
  answer.body.details?.[0]?.issue,
];

describe('an order', () => {
  it('goes from creation through approval to capture, as PayPal documents it', async () => {
    const { paypal } = await start();
    const made = await paypal.call('POST', '/v2/checkout/orders', walletOrder());
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'PAYER_ACTION_REQUIRED', purchase_units: [{ reference_id: 'default' }] },
    });
    const { id, links } = made.body;
    expect(id).toMatch(/^[A-Z0-9]{17}$/);
    expect(links).toContainEqual({
      href: `${paypal.base}/checkoutnow?token=${id}`,
      rel: 'payer-action',
      method: 'GET',
    });

    const back = await paypal.approve(id, { name: 'Ann Example', email: 'ann@example.com' });
    const address = new URL(back.headers.get('location') ?? '');
    expect(address.pathname).toBe('/paypal-success');
    expect(address.searchParams.get('token')).toBe(id);
    const approved = await paypal.call('GET', `/v2/checkout/orders/${id}`);
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      payer: {
        name: { given_name: 'Ann', surname: 'Example' },
        email_address: 'ann@example.com',
        payer_id: address.searchParams.get('PayerID'),
      },
    });

    const captured = await paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    expect(captured).toMatchObject({
      status: 201,
      body: {
        status: 'COMPLETED',
        purchase_units: [
          {
            shipping: { name: { full_name: 'Ann Example' }, address: { country_code: 'US' } },
            payments: { captures: [{ status: 'COMPLETED', amount: dollars('59.98') }] },
          },
        ],
      },
    });
  });

  it('can be declined although it is completed', async () => {
    const { paypal } = await start();
    const id = await paypal.approved({}, { funding: 'capture-declined' });
    const { body } = await paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    expect([body.status, body.purchase_units[0].payments.captures[0].status]).toEqual([
      'COMPLETED',
      'DECLINED',
    ]);
  });

  it('is returned in brief unless the shop asks for more', async () => {
    const { paypal } = await start();
    const { body } = await paypal.call('POST', '/v2/checkout/orders', walletOrder(), {
      prefer: '',
    });
    expect(Object.keys(body)).toEqual(['id', 'status', 'links']);
  });

  it('sums items, shipping, tax and discount', async () => {
    const { paypal } = await start();
    const breakdown = {
      item_total: dollars('59.98'),
      shipping: dollars('4.90'),
      tax_total: dollars('3.00'),
      discount: dollars('5.00'),
    };
    const unit = (value: string) => walletOrder({ amount: { ...dollars(value), breakdown } });
    expect((await paypal.call('POST', '/v2/checkout/orders', unit('62.88'))).status).toBe(201);
    const wrong = await paypal.call('POST', '/v2/checkout/orders', unit('62.89'));
    expect(issueOf(wrong)).toEqual([422, 'AMOUNT_MISMATCH']);
  });

  it.each([
    [
      'AMOUNT_MISMATCH',
      { amount: { ...dollars('0.01'), breakdown: { item_total: dollars('59.98') } } },
    ],
    [
      'ITEM_TOTAL_MISMATCH',
      { amount: { ...dollars('0.02'), breakdown: { item_total: dollars('0.02') } } },
    ],
    ['ITEM_TOTAL_REQUIRED', { amount: dollars('59.98') }],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', { amount: dollars('0.00'), items: undefined }],
  ])('is refused with %s', async (issue, unit) => {
    const { paypal } = await start();
    const made = await paypal.call('POST', '/v2/checkout/orders', walletOrder(unit));
    expect(issueOf(made)).toEqual([422, issue]);
  });

  it('refuses what it does not simulate, and amounts that are not strings', async () => {
    const { paypal } = await start();
    const odd = [
      walletOrder({ amount: { currency_code: 'USD', value: 59.98 } }),
      walletOrder({ amount: { ...dollars('1.00'), breakdown: { insurance: dollars('58.98') } } }),
      { ...walletOrder(), intent: 'AUTHORIZE' },
    ];
    for (const body of odd) {
      expect((await paypal.call('POST', '/v2/checkout/orders', body)).body.name).toBe(
        'INVALID_REQUEST',
      );
    }
  });

  it('is captured once, and only when approved', async () => {
    const { paypal } = await start();
    const { body } = await paypal.call('POST', '/v2/checkout/orders', walletOrder());
    const capture = () => paypal.call('POST', `/v2/checkout/orders/${body.id}/capture`, {});
    expect(issueOf(await capture())).toEqual([422, 'ORDER_NOT_APPROVED']);
    await paypal.approve(body.id);
    const answers = await Promise.all(Array.from({ length: 20 }, capture));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(issueOf(await capture())).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  });

  it('can be approved another way when the bank declines', async () => {
    const { paypal } = await start();
    const id = await paypal.approved({}, { funding: 'declined' });
    const capture = () => paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    expect(issueOf(await capture())).toEqual([422, 'INSTRUMENT_DECLINED']);
    await paypal.approve(id, { funding: 'balance' });
    expect((await capture()).status).toBe(201);
  });

  it('accepts one payment for one invoice', async () => {
    const { paypal } = await start();
    const ids = [
      await paypal.approved({ invoice_id: 'inv-1' }),
      await paypal.approved({ invoice_id: 'inv-1' }),
    ];
    const [first, second] = [
      await paypal.call('POST', `/v2/checkout/orders/${ids[0]}/capture`, {}),
      await paypal.call('POST', `/v2/checkout/orders/${ids[1]}/capture`, {}),
    ];
    expect([first.status, ...issueOf(second)]).toEqual([201, 422, 'DUPLICATE_INVOICE_ID']);
  });

  it('can be changed until it is captured', async () => {
    const { paypal } = await start();
    const id = await paypal.approved({ items: undefined, amount: dollars('59.98') });
    const patch = (value: object) =>
      paypal.call('PATCH', `/v2/checkout/orders/${id}`, [
        { op: 'replace', path: "/purchase_units/@reference_id=='default'/amount", value },
      ]);
    expect((await patch(dollars('0.01'))).status).toBe(204);
    const { body } = await paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    expect(body.purchase_units[0].payments.captures[0].amount).toEqual(dollars('0.01'));
    expect(issueOf(await patch(dollars('1.00')))).toEqual([422, 'ORDER_ALREADY_COMPLETED']);
  });

  it('expires unless it is approved within three hours', async () => {
    let now = Date.now();
    const { paypal } = await start({ now: () => now });
    const { body } = await paypal.call('POST', '/v2/checkout/orders', walletOrder());
    now += 3 * 60 * 60_000 + 1000;
    expect((await paypal.call('GET', `/v2/checkout/orders/${body.id}`)).status).toBe(404);
    expect((await paypal.approve(body.id)).status).toBe(404);
  });
});

describe('a request id', () => {
  it('repeats what the first call made, as it is by then', async () => {
    const { paypal } = await start();
    const headers = { 'paypal-request-id': 'r1' };
    const make = () => paypal.call('POST', '/v2/checkout/orders', walletOrder(), headers);
    const first = await make();
    await paypal.approve(first.body.id);
    const again = await make();
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toMatchObject({ id: first.body.id, status: 'APPROVED' });
  });

  it('is refused with another request', async () => {
    const { paypal } = await start();
    const headers = { 'paypal-request-id': 'r1' };
    await paypal.call('POST', '/v2/checkout/orders', walletOrder(), headers);
    const other = await paypal.call(
      'POST',
      '/v2/checkout/orders',
      walletOrder({ custom_id: 'x' }),
      headers,
    );
    expect(issueOf(other)).toEqual([422, 'DUPLICATE_REQUEST_ID']);
  });

  it('answers the work of a call that seemed to fail', async () => {
    const { paypal, chaos } = await start();
    const headers = { 'paypal-request-id': 'r1' };
    await chaos({
      api: { match: 'POST /paypal/v2/checkout/orders', fail: { status: 500, executed: true } },
    });
    const failed = await paypal.call('POST', '/v2/checkout/orders', walletOrder(), headers);
    const again = await paypal.call('POST', '/v2/checkout/orders', walletOrder(), headers);
    expect([failed.status, again.status, again.body.status]).toEqual([
      500,
      200,
      'PAYER_ACTION_REQUIRED',
    ]);
  });

  it('is in use while the first call runs', async () => {
    const { paypal, chaos } = await start();
    await chaos({ api: { match: 'POST /paypal/v2/*', delayMs: 200 } });
    const headers = { 'paypal-request-id': 'r1' };
    const answers = await Promise.all(
      [1, 2].map(() => paypal.call('POST', '/v2/checkout/orders', walletOrder(), headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('money back', () => {
  async function paid() {
    const started = await start();
    const id = await started.paypal.approved();
    const { body } = await started.paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
    const captureId: string = body.purchase_units[0].payments.captures[0].id;
    const refund = (amount?: string, headers = {}) =>
      started.paypal.call(
        'POST',
        `/v2/payments/captures/${captureId}/refund`,
        amount ? { amount: dollars(amount) } : {},
        headers,
      );
    return { ...started, id, captureId, refund };
  }

  it('goes in parts, then the rest, never more', async () => {
    const { paypal, captureId, refund } = await paid();
    expect((await refund('60.00')).body.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await refund('9.98')).body).toMatchObject({
      status: 'COMPLETED',
      amount: dollars('9.98'),
    });
    const part = await paypal.call('GET', `/v2/payments/captures/${captureId}`);
    expect(part.body.status).toBe('PARTIALLY_REFUNDED');
    expect((await refund()).body.amount).toEqual(dollars('50.00'));
    expect((await refund()).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
  });

  it('goes once for one request id, and is listed with the order', async () => {
    const { paypal, id, refund } = await paid();
    const headers = { 'paypal-request-id': 'refund-1' };
    const [first, second] = [await refund('1.00', headers), await refund('1.00', headers)];
    expect(second.body.id).toBe(first.body.id);
    const order = await paypal.call('GET', `/v2/checkout/orders/${id}`);
    expect(order.body.purchase_units[0].payments.refunds).toHaveLength(1);
    expect((await paypal.call('GET', `/v2/payments/refunds/${first.body.id}`)).body.id).toBe(
      first.body.id,
    );
  });

  it('can be sent by hand on the dashboard', async () => {
    const { paypal, captureId, id } = await paid();
    const page = await (await fetch(paypal.base)).text();
    expect(page).toContain('Refund what is left');
    await fetch(`${paypal.base}/control/captures/${captureId}/refund`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    const order = await paypal.call('GET', `/v2/checkout/orders/${id}`);
    expect(order.body.purchase_units[0].payments.captures[0].status).toBe('REFUNDED');
  });
});

describe('access', () => {
  it('needs the credentials and a token', async () => {
    const { sandbox, paypal } = await start({
      paypal: { credentials: { clientId: 'client', clientSecret: 'secret' } },
    });
    const ask = (credentials: string) =>
      fetch(`${sandbox.url}/paypal/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(credentials)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
    expect((await ask('client:secret')).status).toBe(200);
    expect((await ask('client:other')).status).toBe(401);
    const stranger = await paypal.call('GET', '/v2/checkout/orders/X', undefined, {
      authorization: 'Bearer nonsense',
    });
    expect(stranger).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } });
  });
});
