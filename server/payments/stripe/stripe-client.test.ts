import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStripeClient } from './stripe-client.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 'cs_1', object: 'checkout.session' }));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it.each(['', '/', '/stripe', '/stripe/'])(
  'calls an API at a base that ends in %j',
  async (path) => {
    const stripe = createStripeClient({
      secretKey: 'sk_test_1',
      apiBase: origin + path,
      timeoutMs: 1000,
      maxNetworkRetries: 0,
    });
    await stripe.checkout.sessions.retrieve('cs_1');
    const prefix = path.replace(/\/$/, '');
    expect(seen.pop()).toBe(`GET ${prefix}/v1/checkout/sessions/cs_1 Bearer sk_test_1`);
  },
);
