import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionTable } from '#server/functions/function-table.ts';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { type RawRequest, sendRaw } from '#tests/fixtures/send-raw.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const webhookSecret = 'whsec_chunked';
let shop: ShopProcess;
let directory: TemporaryDirectory;
let key: string;
/** An admin's token: where strangers may not call, their bodies are not even read. */
let adminToken: string;
const secretKey = 'sb_secret_chunked_bodies';
const account = { email: 'owner@mail.example', password: 'granite-and-honey' };

beforeAll(async () => {
  directory = await demoDirectory();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      RATE_LIMITS: 'off',
      SUPABASE_SECRET_KEY: secretKey,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      STRIPE_SECRET_KEY: 'sk_test_chunked',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
  });
  const config = await (await fetch(`${shop.origin}/config.json`)).json();
  key = (config as { publishableKey: string }).publishableKey;
  const signedIn = await fetch(`${shop.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, ...json },
    body: JSON.stringify(account),
  });
  adminToken = ((await signedIn.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await shop?.stop();
  await directory?.remove();
});

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const send = (path: string, asked: RawRequest) =>
  sendRaw(`${shop.origin}${path}`, { ...asked, headers: { apikey: key, ...asked.headers } });

/** Several pieces, so that no chunk contains the whole body. */
const pieces = (text: string) => [text.slice(0, 1), text.slice(1, 5), text.slice(5)];

/** Replaces ids and times, which differ even between identical calls. */
const bare = (text: string) => text.replace(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.+Z]+/g, '·');

const stripeEvent = (id: string) => {
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_unknown', object: 'checkout.session' } },
  });
  const signature = new Stripe('sk_test_chunked').webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
  });
  return { body, headers: { ...json, 'stripe-signature': signature } };
};

/** Every endpoint that reads a body, with a body it reads to the end. */
const places: [path: string, body: string, headers: Record<string, string>, method?: string][] = [
  ...functionTable.map(({ name }): [string, string, Record<string, string>] => [
    `/functions/v1/${name}`,
    '{"items":[{"id":"p1","quantity":1}],"sessionId":"cs_x","orderToken":"x"}',
    json,
  ]),
  ['/webhooks/stripe', '{"id":"evt_unsigned"}', json],
  ['/webhooks/paypal', '{"id":"WH-unsigned"}', json],
  ['/rest/v1/contacts', '{"name":"A","email":"a@b.example","phone":"1","message":"m"}', json],
  ['/rest/v1/blog_posts', '{"title":"T","content":"<p>x</p>"}', json],
  ['/rest/v1/rpc/is_admin', '{}', json],
  ['/auth/v1/token?grant_type=password', '{"email":"a@b.example","password":"wrong"}', json],
  ['/auth/v1/verify', '{"type":"signup","token_hash":"none"}', json],
  ['/storage/v1/object/list/product-images', '{"prefix":""}', json],
  ['/storage/v1/object/product-images/x.png', 'no picture', { 'content-type': 'image/png' }],
  ['/contact', 'name=A&email=a%40b.example&phone=1&message=m', form],
  ['/validity', 'code=NONE-1', form],
];

describe('a body without Content-Length', () => {
  it.each(places)('is answered as one with it: %s', async (path, body, headers) => {
    const announced = await send(path, { headers, pieces: [body], announced: true });
    const chunked = await send(path, { headers, pieces: pieces(body) });
    const trailed = await send(path, { headers, pieces: pieces(body), trailers: { 'x-sum': '1' } });
    const patient = await send(path, {
      headers: { ...headers, expect: '100-continue' },
      pieces: pieces(body),
    });
    expect(announced.status).not.toBe(500);
    for (const answer of [chunked, trailed, patient]) {
      expect([answer.status, bare(answer.text)]).toEqual([announced.status, bare(announced.text)]);
    }
    expect(patient.continued).toBe(true);
  });

  it('starts a checkout', async () => {
    const products = await fetch(
      `${shop.origin}/rest/v1/products?select=id,weight:weight_type&sold_out=is.false&limit=1`,
      {
        headers: { apikey: key },
      },
    );
    const [product] = (await products.json()) as { id: string; weight: string }[];
    const body = JSON.stringify({ items: [{ ...product, name: '', price: 1, quantity: 1 }] });
    const { status, text } = await send('/functions/v1/create-paypal-order', {
      headers: json,
      pieces: pieces(body),
    });
    expect([status, text]).toEqual([200, expect.stringContaining('approveUrl')]);
  });

  it('delivers a signed webhook', async () => {
    const { body, headers } = stripeEvent('evt_chunked');
    const { status, text } = await send('/webhooks/stripe', { headers, pieces: pieces(body) });
    expect([status, text]).toEqual([200, '{"received":true}']);
  });
});

const long = Buffer.alloc(64 * 1024, 'x');

describe('a body longer than is taken', () => {
  it.each(
    places
      .map(([path]) => path)
      .filter((path) => path !== '/storage/v1/object/product-images/x.png'),
  )('is refused with 413: %s', async (path) => {
    const type = path.startsWith('/contact') || path === '/validity' ? form : json;
    const access = functionTable.find(({ name }) => path === `/functions/v1/${name}`)?.access;
    const caller: Record<string, string> =
      access === 'service' ? { apikey: secretKey } : { authorization: `Bearer ${adminToken}` };
    // For posts, only an admin's body is read.
    const isAdmin = access !== undefined || path === '/rest/v1/blog_posts';
    const headers = { ...type, ...(isAdmin && caller) };
    // Reports may contain up to three pictures.
    const megabytes = path.endsWith('/report-code') ? 21 : 12;
    const much = Array.from({ length: megabytes * 16 + 1 }, () => long);
    for (const announced of [true, false]) {
      const { status, text } = await send(path, { headers, pieces: ['"', ...much], announced });
      // Storage reports the status in the body, like the hosted one.
      const said = path.startsWith('/storage') ? Number(JSON.parse(text).statusCode) : status;
      expect([announced, said]).toEqual([announced, 413]);
    }
  });
});
