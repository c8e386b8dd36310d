import { afterAll, beforeAll, expect, it } from 'vitest';
import { functionTable } from '#server/functions/function-table.ts';
import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { sendRaw } from '#tests/fixtures/send-raw.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

let shop: ShopProcess;
let directory: TemporaryDirectory;
let key: string;

beforeAll(async () => {
  directory = await demoDirectory();
  shop = await startShopProcess({ dataDir: directory.path, env: { RATE_LIMITS: 'off' } });
  const config = await (await fetch(`${shop.origin}/config.json`)).json();
  key = (config as { publishableKey: string }).publishableKey;
});
afterAll(async () => {
  await shop?.stop();
  await directory?.remove();
});

const pages = [
  ...['/', '/products', '/product/pure-himalayan-shilajit-resin', '/about', '/contact'],
  ...['/validity', '/blog', '/search?q=resin', '/terms', '/cart', '/checkout', '/auth', '/orders'],
  ...['/payment-success?session_id=x', '/paypal-success?token=x', '/account', '/find-order'],
  ...['/admin', '/admin/products', '/nowhere', '/contact.data', '/validity.data', '/__manifest'],
];
const others = [
  ...['/healthz', '/readyz', '/config.json', '/sitemap.xml', '/robots.txt', '/feed.xml'],
  ...['/previews/product/x', '/product.jpg', '/assets/none.js', '/webhooks/stripe'],
  ...['/webhooks/paypal', '/webhooks/none', '/functions/v1/none', '/rest/v1/', '/rest/v1/products'],
  ...['/rest/v1/rpc/is_admin', '/auth/v1/signup', '/auth/v1/token', '/auth/v1/verify'],
  ...['/auth/v1/user', '/storage/v1/bucket', '/storage/v1/object/list/product-images'],
  '/storage/v1/object/product-images/x.png',
];
const functions = functionTable.map(({ name }) => `/functions/v1/${name}`);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

const bodies: [type: string | null, body: string | Buffer][] = [
  [null, ''],
  [null, 'code=1'],
  ['application/json', '{"name":"A","code":"1"}'],
  ['application/json', '\ufeff[null]'],
  ['application/json', '"\\u0000\\ud800"'],
  ['text/plain', 'code=1'],
  ['text/html; charset=utf-16', Buffer.from('code=1', 'utf16le')],
  ['application/octet-stream', Buffer.from([0, 255, 254, 13, 10])],
  ['application/x-www-form-urlencoded', 'code=%00%ff%&name=%&email=%c0%80&=&&code'],
  ['application/x-www-form-urlencoded; charset=no-such', 'code=1'],
  ['multipart/form-data', 'code=1'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="code"\r\n'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: x\r\n\r\n1\r\n--b--\r\n'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="code"; filename="a"\r\n\r\n1\r\n--b--\r\n',
  ],
  ['application/xml;;;=', '<a/>'],
];

it.each([...pages, ...others, ...functions])(
  'answers whatever %s is asked by, without failing',
  async (path) => {
    const failed: unknown[] = [];
    for (const method of methods) {
      for (const [type, body] of method === 'GET' ? bodies.slice(0, 3) : bodies) {
        const { status } = await sendRaw(`${shop.origin}${path}`, {
          method,
          headers: { apikey: key, ...(type === null ? {} : { 'content-type': type }) },
          pieces: [body],
          announced: true,
        });
        if (status >= 500 && status !== 501) failed.push({ method, type, body, status });
      }
    }
    expect(failed).toEqual([]);
  },
);

it.each([
  '/blog/%00',
  '/blog/a%00b',
  '/product/%00',
  '/blog/%00.data',
  '/previews/blog/%00.jpg',
  '/batch/%00',
  '/batch/%00.json',
])('finds nothing at %s, which no row can be named', async (path) => {
  expect((await fetch(`${shop.origin}${path}`)).status).toBe(404);
});

it.each([
  '/search?q=%00',
  '/search?q=r%00esin%1f%7f&tag=%00&sort=%00',
  '/search.data?q=nothing%00like%0dthis',
])('answers %s like any search', async (path) => {
  const response = await fetch(`${shop.origin}${path}`);
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('responding right now');
});

it.each(['/products?tag=%00', '/products?sort=name%00'])('knows no list at %s', async (path) => {
  expect((await fetch(`${shop.origin}${path}`)).status).toBe(404);
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%00'])(
  'knows no provider called %s',
  async (name) => {
    const headers = { apikey: key, 'content-type': 'application/json' };
    const post = async (path: string, body: string) => {
      const response = await fetch(`${shop.origin}${path}`, { method: 'POST', headers, body });
      return response.status;
    };
    const authorize = `${shop.origin}/auth/v1/authorize?provider=${name}`;
    expect((await fetch(authorize, { redirect: 'manual' })).status).toBe(400);
    expect(await post(`/webhooks/${name}`, '{}')).toBe(await post('/webhooks/none', '{}'));
    const token = JSON.stringify({ provider: name, id_token: 'x' });
    expect(await post('/auth/v1/token?grant_type=id_token', token)).toBe(400);
    const pay = JSON.stringify({ token: 'x'.repeat(43), method: name });
    expect(await post('/functions/v1/pay-by-link', pay)).toBe(400);
    const checkout = `{"items":[],"provider":"${name}","${name}":{"x":1}}`;
    expect(await post('/functions/v1/create-checkout', checkout)).toBe(400);
    expect(await post(`/functions/v1/${name}`, '{}')).toBe(404);
  },
);

it('logs nothing of a path that cannot be decoded, however long it is', async () => {
  const before = shop.output().length;
  const long = 'x'.repeat(10_000);
  const undecodable = [
    ...[`/%ff${long}`, `/product/%E0%A4%A${long}`, `/blog/%c0%80${long}`, `/assets/%E0${long}`],
    ...[`/contact/%ff${long}.data`, `/__manifest?p=${encodeURIComponent(`/product/%ff${long}`)}`],
  ];
  for (const path of undecodable)
    expect((await fetch(shop.origin + path)).status).toBeLessThan(500);
  expect(shop.output().slice(before)).toBe('');
});

it('mails links under its own port, whatever a sign-up calls it', async () => {
  const email = 'host@mail.example';
  const signUp = async () => {
    const { status } = await sendRaw(`${shop.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: key, host: 'localhost:4444', 'content-type': 'application/json' },
      pieces: [JSON.stringify({ email, password: 'granite-and-honey' })],
      announced: true,
    });
    return status;
  };
  // A busy machine may ask the client to retry.
  await expect.poll(signUp, { timeout: 60_000 }).toBe(200);
  const [mail] = await waitForMails(shop.sandbox, email, 1);
  expect(mail?.html).toContain(`href="${shop.origin}/auth/v1/verify`);
  expect(mail?.html).not.toContain(':4444');
});

it('logged nothing unexpected', () => {
  expect(shop.output()).not.toMatch(/unexpected|Error:/);
});
