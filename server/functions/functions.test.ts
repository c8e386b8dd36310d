import { type Database, DatabaseError, DatabaseUnavailable } from '@liv-fit/backend/database';
import { describe, expect, it, vi } from 'vitest';
import { noAccounts } from '#server/accounts/accounts.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import { deriveKeys } from '#server/authenticity/authenticity-secrets.ts';
import type { StartedCheckout } from '#server/orders/checkout/start-checkout.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { FunctionDeps } from './function-handler.ts';
import { functionTable } from './function-table.ts';
import { functions } from './functions.ts';
import { attemptKeyOf } from './request-key.ts';

const origin = 'https://shop.example';
const items = [{ id: 'p1', name: 'Resin', weight: '30g', price: 49.9, quantity: 1 }];
function databaseError(code: string) {
  const error = new DatabaseError('could not extend file "base/5/1247"', 0, 'error');
  return Object.assign(error, { code });
}
const started: StartedCheckout = {
  kind: 'started',
  reference: 'cs_1',
  url: 'https://pay.example/1',
  orderId: '4f1c2d3e-0000-4000-8000-000000000000',
  accessToken: 'proof',
};

function open(changes: Partial<FunctionDeps> = {}) {
  const startCheckout = vi.fn(async () => started);
  const app = functions({
    context: { log: { error: () => {} } } as unknown as OrderContext,
    database: {} as Database,
    startCheckout,
    outbox: { awaitDelivery: async () => true },
    directMail: { server: 'none', deliver: async () => ({ kind: 'sent' }) },
    authenticate: async (headers) =>
      headers.get('apikey') === 'key'
        ? { ok: true, caller: { role: 'anon', userId: null, claims: null } }
        : { ok: false, code: 'invalid_api_key' },
    accounts: noAccounts,
    authenticity: { keys: deriveKeys('x'.repeat(32)) } as unknown as AuthenticityContext,
    originOf: () => origin,
    rateLimits: true,
    discountGuesses: null,
    paymentLooks: null,
    captures: null,
    withArchive: () => Promise.reject(new Error('There is none.')),
    renderPage: () => Promise.reject(new Error('There are none.')),
    examine: async () => [],
    runJob: async () => {},
    deliveryWaitMs: 0,
    ...changes,
  });
  const call = (
    body: unknown,
    headers: Record<string, string> = {},
    path = '/create-checkout',
    method = 'POST',
  ) =>
    app.request(path, {
      method,
      headers: { apikey: 'key', 'x-forwarded-for': '203.0.113.1', ...headers },
      body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { app, call, startCheckout };
}

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe('create-checkout', () => {
  it('answers where to pay and gives the browser its proof', async () => {
    const { call, startCheckout } = open();
    const key = '5d3b7a52-8f4e-4a0c-9d53-2f1f0a6a7c11';
    const response = await call({ items }, { 'idempotency-key': key });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ url: 'https://pay.example/1' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('order_4f1c2d3e=proof');
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) {
      expect(cookie).toContain(attribute);
    }
    expect(startCheckout).toHaveBeenCalledWith({
      provider: 'stripe',
      attemptKey: key,
      lines: [{ productId: 'p1', weight: '30g', quantity: 1 }],
      customer: { name: '', email: '', phone: '', address: '' },
      discountCode: '',
      deliveryRateId: null,
      destination: null,
      userId: null,
      returnOrigin: origin,
      accessTokens: [],
      browser: null,
      address: '203.0.113.1',
      payAgain: [],
    });
  });

  it('scopes a guessable idempotency key to its sender', async () => {
    const { call, startCheckout } = open();
    const attempt = async (headers: Record<string, string>) => {
      await call({ items }, { 'idempotency-key': '1', ...headers });
      const [[{ attemptKey }]] = startCheckout.mock.calls.slice(-1) as unknown as [
        [{ attemptKey: string }],
      ];
      return attemptKey;
    };
    const senders: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': '203.0.113.8' },
      { cookie: `shop_browser=${'a'.repeat(43)}` },
      { cookie: `shop_browser=${'b'.repeat(43)}` },
    ];
    const first = [];
    for (const sender of senders) first.push(await attempt(sender));
    expect(new Set(first).size).toBe(senders.length);
    for (const name of first) expect(name).toMatch(/^[\w-]{43}$/);
    // From another network, but with the same cookie.
    const again = { cookie: `shop_browser=${'a'.repeat(43)}`, 'x-forwarded-for': '203.0.113.9' };
    expect(await attempt(again)).toBe(first[2]);
    expect(await attempt({ 'x-forwarded-for': '203.0.113.7' })).toBe(first[0]);
    const accounts = ['ada', 'bob'].map((userId) =>
      attemptKeyOf('1', { userId, browser: null, network: '203.0.113.7' }, Buffer.from('secret')),
    );
    expect(accounts[0]).not.toBe(accounts[1]);
  });

  it('makes each call without a key an attempt of its own', async () => {
    const { call, startCheckout } = open();
    await call({ items });
    await call({ items });
    const [[first], [second]] = startCheckout.mock.calls as unknown as [
      [{ attemptKey: string }],
      [{ attemptKey: string }],
    ];
    expect(first.attemptKey).not.toBe(second.attemptKey);
  });

  it('reports failures in the common format', async () => {
    const { call, startCheckout } = open();
    const cases: [unknown, number, string][] = [
      ['{"items":', 400, 'invalid_json'],
      ['', 400, 'invalid_json'],
      [[], 400, 'invalid_request'],
      [{ items: [] }, 400, 'empty_cart'],
      [{ items: [{ ...items[0], quantity: 1e9 }] }, 400, 'invalid_quantity'],
      [
        { items, customerInfo: { email: 'a@b.example\r\nBcc: c@d.example' } },
        400,
        'invalid_request',
      ],
      [{ items, padding: 'x'.repeat(100_001) }, 413, 'body_too_large'],
    ];
    for (const [body, status, code] of cases) {
      const response = await call(body);
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
    }
    const oddKey = await call({ items }, { 'idempotency-key': 'x'.repeat(256) });
    expect(await codeOf(oddKey)).toBe('invalid_request');
    expect(startCheckout).not.toHaveBeenCalled();
  });

  it('passes on why no checkout was started', async () => {
    const codes = {
      sold_out: 409,
      attempt_conflict: 409,
      provider_refused: 502,
      provider_unavailable: 503,
    };
    for (const [code, status] of Object.entries(codes)) {
      const { call } = open({
        startCheckout: async () => ({ kind: 'refused', code, message: 'No.' }) as StartedCheckout,
      });
      const response = await call({ items });
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('every function', () => {
  it.each([
    ['is down', new DatabaseUnavailable(new Error('gone'))],
    ['has no disk left', databaseError('53100')],
    ['cannot write its files', databaseError('58030')],
    ['has no connection left', databaseError('53300')],
  ])('answers with Retry-After while the database %s', async (_, error) => {
    const { call } = open({
      startCheckout: async () => {
        throw error;
      },
    });
    const response = await call({ items });
    expect([response.status, await codeOf(response)]).toEqual([503, 'database_unavailable']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('requires a valid API key', async () => {
    const response = await open().call({ items }, { apikey: 'wrong' });
    expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_api_key']);
  });

  it('is called by POST, and by its name', async () => {
    const { call } = open();
    expect((await call('', {}, '/create-checkout', 'GET')).status).toBe(405);
    expect((await call('', {}, '/create-checkout', 'DELETE')).status).toBe(405);
    expect((await call({}, {}, '/drop-tables')).status).toBe(404);
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://shop.example' }, 403],
    [{ origin: 'https://shop.example.evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin, 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin, 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('answers %j with %d, whatever the content type', async (headers, status) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const sent = { 'content-type': type, ...(headers as Record<string, string>) };
      expect((await open().call({ items }, sent)).status).toBe(status);
    }
  });

  it('limits a flood from one address and no one else', async () => {
    const { call } = open();
    const answers = await Promise.all(Array.from({ length: 301 }, () => call({ items })));
    const refused = answers.filter((response) => response.status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call({ items }, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200);
  });

  it.each(functionTable)('limits $name', async ({ name, limit }) => {
    const { call } = open();
    for (let calls = 0; calls < limit.count; calls++) {
      expect((await call('', { apikey: 'wrong' }, `/${name}`)).status).toBe(401);
    }
    const refused = await call('', { apikey: 'wrong' }, `/${name}`);
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
  });

  it.each(functionTable.filter(({ access }) => !['everyone', 'unchecked'].includes(access)))(
    'refuses visitors who call $name',
    async ({ name, access }) => {
      const response = await open().call({}, {}, `/${name}`);
      const isForCustomers = ['customers', 'before second step'].includes(access);
      const refusal = isForCustomers ? [401, 'not_signed_in'] : [403, 'not_admin'];
      expect([response.status, await codeOf(response)]).toEqual(refusal);
    },
  );

  it.each(functionTable.filter(({ access }) => !['everyone', 'unchecked'].includes(access)))(
    'reads nothing that visitors send to $name',
    async ({ name }) => {
      const { app } = open();
      const pull = () => {
        throw new Error('It was read.');
      };
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const response = await app.request(`/${name}`, {
        method: 'POST',
        headers: { apikey: 'key' },
        body,
        duplex: 'half',
      } as RequestInit);
      expect([401, 403]).toContain(response.status);
    },
  );

  it('handles large bodies in turn, and only a few from one network', async () => {
    const { call } = open();
    const large = JSON.stringify({ message: '', code: 'x'.repeat(1_100_000) });
    const send = async (address: string) =>
      (await call(large, { 'x-forwarded-for': address }, '/report-code')).status;
    const answered: string[] = [];
    const note = (name: string) => (status: number) => answered.push(`${name} ${status}`);
    await Promise.all([
      ...Array.from({ length: 6 }, () => send('203.0.113.1').then(note('flood'))),
      send('198.51.100.1').then(note('other')),
    ]);
    // One runs and three wait.
    expect(answered.filter((each) => each === 'flood 429')).toHaveLength(2);
    expect(answered.filter((each) => each === 'flood 400')).toHaveLength(4);
    expect(answered.indexOf('other 400')).toBeLessThan(answered.lastIndexOf('flood 400'));
  });

  it('holds two large bodies per network, and leaves room for others', async () => {
    const { app } = open();
    const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
    const send = (address: string) =>
      app.request('/report-code', {
        method: 'POST',
        headers: { apikey: 'key', 'x-forwarded-for': address },
        body: new ReadableStream({ start: (sender) => void senders.push(sender) }),
        duplex: 'half',
      } as RequestInit);
    const part = Buffer.alloc(1_000_000, 'x');
    const endless = Array.from({ length: 3 }, () => send('203.0.113.1'));
    const other = send('198.51.100.1');
    for (const sender of senders) for (let parts = 0; parts < 15; parts += 1) sender.enqueue(part);
    const refused = await Promise.race(endless);
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('10');
    senders.at(-1)?.close();
    expect((await other).status).toBe(400);
    for (const sender of senders.slice(0, -1)) sender.error(new Error('aborted'));
    await Promise.allSettled(endless);
  });

  it('has a name of its own', () => {
    const names = functionTable.flatMap(({ name, formerName = [] }) => [name].concat(formerName));
    expect(new Set(names).size).toBe(names.length);
  });

  it('answers to its former name too, under one limit', async () => {
    const { call } = open();
    const [renamed] = functionTable.filter((each) => each.name === 'accept-payment');
    if (!renamed) throw new Error('There is no such function.');
    const { name, formerName, limit } = renamed;
    for (let calls = 0; calls < limit.count; calls++) {
      const answer = await call({}, {}, `/${calls % 2 === 0 ? name : formerName}`);
      expect([answer.status, await codeOf(answer)]).toEqual([403, 'not_admin']);
    }
    for (const called of [name, formerName]) {
      const refused = await call({}, {}, `/${called}`);
      expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited']);
    }
  });

  it('counts nothing when limits are off', async () => {
    const { call } = open({ rateLimits: false });
    const answers = await Promise.all(Array.from({ length: 301 }, () => call({ items })));
    expect(answers.every((response) => response.status === 200)).toBe(true);
  });
});

describe('functions that send mail', () => {
  it.each(['find-order', 'invite-admin', 'resend-order-email', 'resend-failed-mail'])(
    '%s counts failed calls against their own network only',
    async (name) => {
      const { call } = open();
      const ask = async (address: string) =>
        (await call({ email: 7 }, { 'x-forwarded-for': address }, `/${name}`)).status;
      const statuses: number[] = [];
      while (statuses.at(-1) !== 429 && statuses.length < 500) {
        statuses.push(await ask(`2001:db8:0:1::${statuses.length.toString(16)}`));
      }
      expect(statuses.length).toBeGreaterThan(10);
      expect(statuses.at(-1)).toBe(429);
      expect(await ask('2001:db8:0:2::1')).toBe(statuses[0]);
      expect([400, 403]).toContain(statuses[0]);
    },
  );
});
