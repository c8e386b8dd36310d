import { describe, expect, it } from 'vitest';
import { limits } from '#server/limits.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { Scene } from './scene.ts';
import { cartItem, newKey } from './test-shop.ts';

/** Unpaid orders are limited, without letting strangers lock customers out. */
export function testUnpaidLimits({ shop, becomes, signIn, checkout }: Scene): void {
  describe('limits unpaid orders', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const item = { items: [cartItem('resin')] };

    /** A shop with limits that notes what it asks the providers about earlier payments. */
    function notingShop() {
      const asked: string[] = [];
      const noting = (provider: PaymentProvider): PaymentProvider => {
        const { readOrCapture, close } = provider;
        const note = (reference: string) => void asked.push(reference);
        return {
          ...provider,
          readOrCapture: (reference, mayCapture) => {
            note(reference);
            return readOrCapture(reference, mayCapture);
          },
          ...(close && {
            close: (reference) => {
              note(reference);
              return close(reference);
            },
          }),
        };
      };
      const providers = [noting(shop().provider), noting(shop().paypal)];
      const { call } = shop().replica({ rateLimits: true, providers });
      /** Asks about this browser's five open pages as often as an address may. */
      const useUpLooks = async (cookie: string, address: string) => {
        for (let looks = 0; looks < limits.paymentLooks.count; looks += 5) {
          await call('recent-orders', {}, { cookie, ...from(address) });
        }
        expect(asked.length).toBe(limits.paymentLooks.count);
        asked.length = 0;
      };
      return { asked, call, useUpLooks };
    }

    /** Opens PayPal's page this often in one browser, each time from another network. */
    async function openPages({ call }: ReturnType<typeof notingShop>, count: number, net: string) {
      let cookie = '';
      let last = '';
      for (let made = 0; made < count; made += 1) {
        const headers = { ...from(`${net}.${made}`), ...(cookie && { cookie }) };
        const answer = await call('create-paypal-order', item, headers);
        expect(answer.status).toBe(200);
        cookie ||= answer.cookie ?? '';
        last = answer.body.orderId;
      }
      return { cookie, last };
    }

    it('limits them per address, and does not count paid ones', async () => {
      const replica = shop().replica({ rateLimits: true });
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

    it('asks no provider for whoever may start no further order', async () => {
      const limited = notingShop();
      const { asked, call } = limited;
      const browser = await openPages(limited, limits.unpaidOfBrowser.count, '198.51.101');
      const guest = { 'idempotency-key': newKey(), ...from('203.0.113.11') };
      const started = await call('create-paypal-order', item, guest);
      const cookie = started.cookie ?? '';
      await Promise.all(
        Array.from({ length: limits.unpaidOfNetwork.count - 1 }, () =>
          call('create-checkout', item, from('203.0.113.11')),
        ),
      );
      asked.length = 0;
      const ofBrowser = { cookie: browser.cookie, ...from('198.51.101.99') };
      const ofNetwork = { cookie, ...from('203.0.113.11') };
      for (const headers of [ofBrowser, ofNetwork]) {
        expect(await call('create-paypal-order', item, headers)).toMatchObject({
          ...{ status: 429, body: { error: { code: 'too_many_unpaid' } } },
          retryAfter: limits.unpaidOfNetwork.seconds,
        });
      }
      expect(asked).toEqual([]);
      // The attempt itself goes on.
      const again = await call('create-paypal-order', item, { ...guest, cookie });
      expect(again).toMatchObject({ status: 200, body: started.body });
    });

    it('asks the providers only so often for an address, and goes by what is known', async () => {
      const limited = notingShop();
      const { asked, call, useUpLooks } = limited;
      const { cookie } = await openPages(limited, 4, '198.51.102');
      const card = await call('create-checkout', item, { cookie, ...from('198.51.102.9') });
      const session = card.body.url.split('/').at(-1);
      asked.length = 0;
      const here = { cookie, ...from('203.0.113.12') };
      await useUpLooks(cookie, '203.0.113.12');

      const listed = await call('recent-orders', {}, here);
      expect(listed.body.orders).toHaveLength(5);
      expect(await call('update-order-details', { sessionId: session }, here)).toMatchObject({
        status: 200,
        body: { order: { payment_status: 'pending' } },
      });
      const refused = await call('create-checkout', item, here);
      expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_unpaid' } } });
      expect(refused.retryAfter).toBeLessThanOrEqual(limits.paymentLooks.seconds);
      expect(asked).toEqual([]);
      // Whoever has nothing open needs no provider asked, and neighbors have their own share.
      expect((await call('create-checkout', item, from('203.0.113.12'))).status).toBe(200);
      await call('recent-orders', {}, { cookie, ...from('203.0.113.13') });
      expect(asked).toHaveLength(5);
    });

    it('counts no questions about orders of which nothing is asked', async () => {
      const limited = notingShop();
      const { call } = limited;
      const { cookie } = await openPages(limited, 1, '198.51.107');
      const here = from('203.0.113.17');
      for (let look = 0; look <= limits.paymentLooks.count; look += 1) {
        const invented = { sessionId: `cs_test_invented${look}` };
        expect((await call('update-order-details', invented, here)).status).toBe(404);
      }
      const started = await call('create-checkout', item, { cookie, ...here });
      expect(started.status).toBe(200);
    });

    it('lets an attempt go on whose page never opened', async () => {
      const limited = notingShop();
      const { call } = limited;
      const browser = await openPages(limited, limits.unpaidOfBrowser.count - 1, '198.51.105');
      const headers = {
        ...{ 'idempotency-key': newKey(), cookie: browser.cookie },
        ...from('198.51.105.99'),
      };
      await shop().sandbox.chaos({
        api: { match: 'POST /paypal/v2/checkout/orders', answerLost: true },
      });
      expect((await call('create-paypal-order', item, headers)).status).toBe(503);
      await shop().sandbox.chaos({});
      expect((await call('create-paypal-order', item, headers)).status).toBe(200);
    });

    it('captures an order only so often, from however many addresses', async () => {
      const limited = notingShop();
      const { asked, call } = limited;
      const { last } = await openPages(limited, 1, '198.51.106');
      asked.length = 0;
      const statuses = new Map<number, number>();
      for (let network = 0; network < 60; network += 1) {
        const body = { orderToken: last, payerId: 'X' };
        const address = from(`2001:db8:77:${network.toString(16)}::1`);
        const { status } = await call('capture-paypal-payment', body, address);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(asked.length).toBe(limits.captures.count);
      expect([...statuses]).toEqual([
        [402, limits.captures.count],
        [429, 60 - limits.captures.count],
      ]);
    });

    it('names the paid order where the providers are not asked', async () => {
      const limited = notingShop();
      const { asked, call, useUpLooks } = limited;
      const first = await openPages(limited, 5, '198.51.103');
      const other = await openPages(limited, 1, '198.51.104');
      const approveUrl = `${shop().sandbox.url}/paypal/checkoutnow?token=${other.last}`;
      await shop().sandbox.approve(approveUrl, { funding: 'pending' });
      await call('capture-paypal-payment', { orderToken: other.last, payerId: 'X' });
      asked.length = 0;
      await useUpLooks(first.cookie, '203.0.113.14');
      const headers = { cookie: other.cookie, ...from('203.0.113.14') };
      const again = await call('create-paypal-order', item, headers);
      expect(again).toMatchObject({ status: 409, body: { error: { code: 'already_paid' } } });
      expect(asked).toEqual([]);
    });
  });
}
