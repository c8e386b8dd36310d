import { describe, expect, it } from 'vitest';
import { createPaymentPages, providers } from './payment-pages.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, newKey, products } from './test-shop.ts';

const day = 24 * 60 * minute;

/**
 * Nobody pays twice for one cart without confirming it, no matter how the return from the provider
 * failed.
 */
export function testPayingOnce(scene: Scene): void {
  const { shop, order, becomes, signIn } = scene;
  const { start, again, capture, confirm, idOf } = createPaymentPages(scene);

  describe.each(providers)('charges a cart once, paid by %s', (provider) => {
    it('removes paid lines from the account’s cart, and nothing added since', async () => {
      const { id, headers } = await signIn({ role: 'customer' });
      const fill = (product: keyof typeof products, quantity: number) =>
        shop()
          .db.insertInto('cart_items')
          .values({
            user_id: id,
            product_id: products[product].id,
            product_name: products[product].name,
            weight: products[product].weight,
            price: products[product].price,
            quantity,
          })
          .execute();
      await fill('resin', 2);
      const { reference, pay } = await start(provider, headers);
      await shop().db.updateTable('cart_items').set({ quantity: 5 }).execute();
      await fill('drops', 1);
      await pay();
      await becomes(reference, 'paid');
      const left = await shop()
        .db.selectFrom('cart_items')
        .select(['product_name', 'quantity'])
        .where('user_id', '=', id)
        .orderBy('product_name')
        .execute();
      expect(left).toEqual([
        { product_name: 'Drops', quantity: 1 },
        { product_name: 'Resin', quantity: 3 },
      ]);
    });

    it.each(providers)(
      'asks a browser that was not led back before it pays by %s',
      async (second) => {
        const { reference, cookie, pay } = await start(provider);
        await pay();
        await becomes(reference, 'paid');
        const refused = await again(second, { cookie });
        expect(refused).toMatchObject({ status: 409, body: { error: { code: 'already_paid' } } });
        // Overlapping with part of the cart is enough to ask.
        const more = { items: [cartItem('resin'), cartItem('drops')] };
        expect((await again(second, { cookie }, more)).status).toBe(409);
        const other = { items: [cartItem('drops')] };
        expect((await again(second, { cookie }, other)).status).toBe(200);
        const payAgain = [await idOf(reference)];
        expect((await again(second, { cookie }, { payAgain })).status).toBe(200);
      },
    );

    it('asks the same account on its other devices, and no one else', async () => {
      const { headers } = await signIn({ role: 'customer' });
      const { reference, pay } = await start(provider, headers);
      await pay();
      await becomes(reference, 'paid');
      expect((await again(provider, headers)).body.error?.code).toBe('already_paid');
      const stranger = await signIn({ role: 'customer' });
      expect((await again(provider, stranger.headers)).status).toBe(200);
      expect((await again(provider, {})).status).toBe(200);
      const forged = { cookie: 'order_12345678=nothing-that-was-given-out' };
      expect((await again(provider, forged)).status).toBe(200);
    });

    it('keeps what an account ordered from the next person at its browser', async () => {
      const { cookie: browser } = await shop().call('recent-orders', {});
      const known = { cookie: browser ?? '' };
      const { headers } = await signIn({ role: 'customer' });
      const { reference, cookie, pay } = await start(provider, { ...headers, ...known });
      const email = `${newKey()}@example.com`;
      await pay({ email });
      await becomes(reference, 'paid');
      // The session ended without signing out, so the cookies are still there.
      const left = { cookie: `${browser}; ${cookie}` };
      const read = async (who: object) => (await confirm(provider, reference, who)).body;
      const recent = async (who: Record<string, string>) =>
        (await shop().call('recent-orders', {}, who)).body.orders as unknown[];
      expect(JSON.stringify(await read({ ...headers, ...left }))).toContain(email);
      expect(await recent({ ...headers, ...left })).toHaveLength(1);
      const stranger = await signIn({ role: 'customer' });
      for (const next of [{ ...stranger.headers, ...left }, left]) {
        expect(JSON.stringify(await read(next))).not.toContain(email);
        expect(await recent(next)).toEqual([]);
        const other = await start(provider, next);
        await other.pay();
        await becomes(other.reference, 'paid');
      }
    });

    it('asks a guest who has signed in since', async () => {
      const { reference, cookie, pay } = await start(provider);
      await pay();
      await becomes(reference, 'paid');
      const { headers } = await signIn({ role: 'customer' });
      expect((await again(provider, { ...headers, cookie })).body.error?.code).toBe('already_paid');
    });

    it('takes the cookies of the browser that signs out, and gives none back', async () => {
      const { cookie: browser } = await shop().call('recent-orders', {});
      const named = { cookie: browser ?? '' };
      const { reference, cookie } = await start(provider, named);
      // Orders keep the browser's cookie; a response that arrives after sign-out must not set it again.
      expect(cookie).toContain(browser);
      expect((await shop().call('recent-orders', {}, named)).cookie).toBeNull();
      const id = await idOf(reference);
      const forgotten = await fetch(`${shop().url}/functions/v1/forget-orders`, {
        method: 'POST',
        headers: { apikey: 'publishable', cookie: `${cookie}; other=kept` },
        body: '{}',
      });
      const taken = forgotten.headers.getSetCookie();
      expect(taken.map((each) => each.split('=')[0]).sort()).toEqual([
        `order_${id.slice(0, 8)}`,
        'shop_browser',
      ]);
      expect(taken.every((each) => each.includes('Max-Age=0; Path=/'))).toBe(true);
    });

    it('detects a payment without a webhook', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { reference, cookie, pay } = await start(provider);
      await pay();
      expect((await again(provider, { cookie })).body.error?.code).toBe('already_paid');
      expect((await order(reference))?.payment_status).toBe('paid');
    });

    it('asks as long as the bank takes, and tells the browser when it has paid', async () => {
      const { reference, cookie, pay } = await start(provider);
      await pay(provider === 'stripe' ? { method: 'us_bank_account' } : { funding: 'pending' });
      if (provider === 'paypal') await capture(reference);
      const id = await idOf(reference);
      await shop()
        .db.updateTable('orders')
        .set({ created_at: new Date(shop().now().getTime() - 3 * day) })
        .where('id', '=', id)
        .execute();
      const recent = async () =>
        (await shop().call('recent-orders', {}, { cookie })).body.orders as unknown;
      expect(await recent()).toMatchObject([{ id, state: 'processing' }]);
      expect((await again(provider, { cookie })).body.error?.code).toBe('already_paid');
      if (provider === 'stripe') {
        await shop().sandbox.control(`sessions/${reference}/settle`, { outcome: 'succeeded' });
      } else {
        const [made] = await shop().sandbox.paypalOrders();
        const money = made?.purchase_units[0]?.payments?.captures[0]?.id;
        await shop().sandbox.paypalControl(`captures/${money}/settle`, { status: 'COMPLETED' });
      }
      await becomes(reference, 'paid');
      // Its own page works for a day only.
      expect(await recent()).toMatchObject([{ id, state: 'paid', path: '/find-order' }]);
      expect((await again(provider, { cookie })).body.error?.code).toBe('already_paid');
    });

    it('asks again for the same attempt, and starts a new one when confirmed', async () => {
      const key = { 'idempotency-key': newKey() };
      const { reference, cookie, pay } = await start(provider, key);
      await pay();
      await becomes(reference, 'paid');
      expect((await again(provider, { ...key, cookie })).body.error?.code).toBe('already_paid');
      const payAgain = [await idOf(reference)];
      const conflict = await again(provider, { ...key, cookie }, { payAgain });
      expect(conflict.body.error?.code).toBe('attempt_conflict');
    });

    it('asks a browser without cookies too, by its key', async () => {
      const key = { 'idempotency-key': newKey() };
      const { reference, pay } = await start(provider, key);
      await pay();
      await becomes(reference, 'paid');
      expect((await again(provider, key)).body.error?.code).toBe('already_paid');
      expect(await scene.payments()).toHaveLength(1);
    });

    it('leads nobody to the page of an attempt that was refunded since', async () => {
      const key = { 'idempotency-key': newKey() };
      const { reference, cookie, pay } = await start(provider, key);
      await pay();
      await becomes(reference, 'paid');
      const refund = { orderId: await idOf(reference) };
      const owner = { ...(await signIn()).headers, 'idempotency-key': newKey() };
      expect((await shop().call('refund-order', refund, owner)).status).toBe(200);
      const conflict = await again(provider, { ...key, cookie });
      expect(conflict.body.error?.code).toBe('attempt_conflict');
      expect((await again(provider, { cookie })).status).toBe(200);
    });

    it('tells the browser about its own orders only', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { reference, cookie, pay } = await start(provider);
      const recent = async (headers: Record<string, string>) =>
        (await shop().call('recent-orders', {}, headers)).body.orders;
      expect(await recent({ cookie })).toMatchObject([{ state: 'open' }]);
      await pay();
      expect(await recent({ cookie })).toEqual([
        {
          id: await idOf(reference),
          state: 'paid',
          items: [{ id: products.resin.id, name: 'Resin', weight: '30g', quantity: 2 }],
          created_at: (await order(reference))?.created_at.toISOString(),
          from_account: false,
          path: expect.stringContaining(reference),
        },
      ]);
      expect(await recent({})).toEqual([]);
      expect(await recent((await signIn({ role: 'customer' })).headers)).toEqual([]);
    });

    it('tells whose cart was paid, also once a guest’s order has joined an account', async () => {
      const { id, headers } = await signIn({ role: 'customer' });
      await shop().database.query({
        text: 'update auth.users set email_confirmed_at = now() where id = $1',
        values: [id],
      });
      const own = await start(provider, headers);
      await own.pay();
      await becomes(own.reference, 'paid');
      const guest = await start(provider);
      await guest.pay({ email: `${id}@example.com` });
      await becomes(guest.reference, 'paid');
      expect((await order(guest.reference))?.user_id).toBe(id);
      const { orders } = (await shop().call('recent-orders', {}, headers)).body;
      const told = await Promise.all(
        [own, guest].map(async ({ reference }) => {
          const orderId = await idOf(reference);
          return orders?.find((one: { id: string }) => one.id === orderId)?.from_account;
        }),
      );
      expect(told).toEqual([true, false]);
    });
  });
}
