import { describe, expect, it } from 'vitest';
import { limits } from '#server/limits.ts';
import type { Scene } from './scene.ts';
import { cartItem } from './test-shop.ts';

/** Unpaid orders are limited, without letting strangers lock customers out. */
export function testUnpaidLimits({ shop, becomes, signIn, checkout }: Scene): void {
  describe('limits unpaid orders', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });

    it('limits them per address, and does not count paid ones', async () => {
      const replica = shop().replica({ rateLimits: true });
      const item = { items: [cartItem('resin')] };
      const flood = await Promise.all(
        Array.from({ length: 150 }, () =>
          replica.call('create-checkout', item, from('203.0.113.7')),
        ),
      );
      const started = flood.filter(({ status }) => status === 200);
      expect(started).toHaveLength(limits.unpaidOfNetwork.count);
      const refused = flood.find(({ status }) => status !== 200);
      expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_unpaid' } } });
      expect(refused?.retryAfter).toBe(limits.unpaidOfNetwork.seconds);
      expect((await replica.call('create-checkout', item, from('203.0.113.8'))).status).toBe(200);

      await shop().sandbox.pay(started[0]?.body.url);
      await becomes(started[0]?.body.url.split('/').at(-1), 'paid');
      const next = await replica.call('create-checkout', item, from('203.0.113.7'));
      expect(next.status).toBe(200);
    });

    it('does not limit who signed in or paid before behind the address of a flood', async () => {
      const replica = shop().replica({ rateLimits: true });
      const item = { items: [cartItem('resin')] };
      const other = { items: [cartItem('drops')] };
      const network = from('203.0.113.9');
      const { url, sessionId, cookie } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const customer = await signIn({ role: 'customer' });
      await Promise.all(
        Array.from({ length: limits.unpaidOfNetwork.count }, () =>
          replica.call('create-checkout', item, network),
        ),
      );
      const order = (headers: object) =>
        replica.call('create-checkout', other, { ...network, ...headers });
      expect((await order({})).status).toBe(429);
      expect((await order({ cookie })).status).toBe(200);
      expect((await order(customer.headers)).status).toBe(200);
      for (let made = 1; made < limits.unpaidOfBrowser.count; made++) await order(customer.headers);
      expect((await order(customer.headers)).status).toBe(429);
    });

    it('limits them per browser, from any address', async () => {
      const replica = shop().replica({ rateLimits: true });
      const call = (index: number, headers: Record<string, string> = {}) =>
        replica.call(
          'create-paypal-order',
          { items: [cartItem('resin')] },
          { ...from(`198.51.100.${index}`), ...headers },
        );
      const cookie = (await call(0)).cookie ?? '';
      for (let made = 1; made < limits.unpaidOfBrowser.count; made++) {
        expect((await call(made, { cookie })).status).toBe(200);
      }
      expect((await call(100, { cookie })).status).toBe(429);
      expect((await call(101)).status).toBe(200);
    });
  });
}
