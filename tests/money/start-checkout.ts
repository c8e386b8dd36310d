import { describe, expect, it, vi } from 'vitest';
import { sumLines, toCents } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import { noSellingRules } from '#domain/quote-order.ts';
import { siteDefaults } from '#domain/settings.ts';
import { createOrder, type NewOrder } from '#server/orders/checkout/create-order.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, newKey, products } from './test-shop.ts';

export function testCheckouts({ shop, order, becomes, checkout }: Scene): void {
  describe('starts a checkout', () => {
    it('creates one order and one session for many clicks with one key', async () => {
      const before = (await shop().sandbox.sessions()).length;
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => checkout({ 'idempotency-key': key })),
      );
      expect(new Set(answers.map((answer) => answer.url)).size).toBe(1);
      expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
      expect((await shop().sandbox.sessions()).length - before).toBe(1);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('asks the provider once for clicks that come at once', async () => {
      const open = vi.fn(shop().provider.open);
      const replica = shop().replica({ providers: [{ ...shop().provider, open }] });
      const headers = { 'idempotency-key': newKey() };
      const click = () => replica.call('create-checkout', { items: [cartItem('resin')] }, headers);
      const answers = await Promise.all(Array.from({ length: 20 }, click));
      answers.push(await click());
      expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
      expect(open).toHaveBeenCalledTimes(1);
    });

    it('creates one order for clicks that reach two replicas', async () => {
      const before = (await shop().sandbox.sessions()).length;
      const replicas = [shop().replica(), shop().replica()];
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const replica = replicas[index % 2] ?? shop();
          const answer = await replica.call(
            'create-checkout',
            { items: [cartItem('resin')] },
            { 'idempotency-key': key },
          );
          return answer.body.url as string;
        }),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^http/);
      expect((await shop().sandbox.sessions()).length - before).toBe(1);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('creates one order from concurrent transactions', async () => {
      const { id, weight } = products.resin;
      const wanted: NewOrder = {
        provider: 'stripe',
        attemptKey: newKey(),
        lines: [{ productId: id, weight, quantity: 1 }],
        discountCode: '',
        deliveryRateId: null,
        destination: null,
        customer: { name: '', email: '', phone: '', address: '' },
        userId: null,
        returnOrigin: shop().url,
      };
      const rules = { site: siteDefaults, selling: noSellingRules };
      const now = new Date();
      const created = await Promise.all(
        Array.from({ length: 8 }, () => createOrder(shop().db, wanted, rules, now)),
      );
      const ids = created.map((result) => result.kind === 'attempt' && result.attempt.orderId);
      expect(new Set(ids).size).toBe(1);
      expect(created.filter((result) => result.kind === 'attempt' && result.isNew)).toHaveLength(1);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('refuses a key that was used for another cart', async () => {
      const key = newKey();
      await checkout({ 'idempotency-key': key });
      const answer = await shop().call(
        'create-checkout',
        { items: [cartItem('resin', 3)] },
        { 'idempotency-key': key },
      );
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'attempt_conflict' } } });
    });

    it('releases the key of an expired attempt', async () => {
      const key = newKey();
      const first = await checkout({ 'idempotency-key': key });
      await shop().sandbox.control(`sessions/${first.sessionId}/expire`);
      await becomes(first.sessionId, 'expired');
      const second = await checkout({ 'idempotency-key': key });
      expect(second.sessionId).not.toBe(first.sessionId);
    });

    it('releases the key of an attempt whose expiry was not announced', async () => {
      const key = newKey();
      const first = await checkout({ 'idempotency-key': key });
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await shop().sandbox.control(`sessions/${first.sessionId}/expire`);
      shop().advance(61 * minute);
      const second = await checkout({ 'idempotency-key': key });
      expect(second.sessionId).not.toBe(first.sessionId);
      expect((await order(first.sessionId))?.payment_status).toBe('expired');
    });

    it('charges what the catalog says, whatever the browser claims', async () => {
      const { sessionId } = await checkout({}, [
        cartItem('resin', 3, { price: 0.01, name: 'Free resin' }),
      ]);
      const session = (await shop().sandbox.sessions()).find(({ id }) => id === sessionId);
      expect(session?.amount_total).toBe(14970);
      expect((await order(sessionId))?.total_amount).toBe('149.70');
    });

    it('shows, stores and charges the same amount to the cent', async () => {
      const resin = shop().db.updateTable('products').where('name', '=', 'Resin');
      try {
        for (const [price, quantity, cents] of [
          ['0.57', 1, 57],
          ['1.10', 3, 330],
          ['29.05', 99, 287_595],
          ['98.99', 7, 69_293],
          ['4.35', 67, 29_145],
          ['9999.99', 99, 98_999_901],
        ] as const) {
          await resin.set({ price }).execute();
          const { sessionId } = await checkout({}, [cartItem('resin', quantity)]);
          const session = (await shop().sandbox.sessions()).find(({ id }) => id === sessionId);
          const stored = await order(sessionId);
          const lines = readOrderLines(stored?.order_items);
          expect([
            session?.amount_total,
            toCents(stored?.total_amount ?? ''),
            sumLines(lines),
          ]).toEqual([cents, cents, cents]);
        }
      } finally {
        await resin.set({ price: '49.90' }).execute();
      }
    });

    it('refuses an order above the maximum charge', async () => {
      const resin = shop().db.updateTable('products').where('name', '=', 'Resin');
      await resin.set({ price: '99999999.99' }).execute();
      const answer = await shop().call('create-checkout', { items: [cartItem('resin', 99)] });
      await resin.set({ price: '49.90' }).execute();
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_quantity' } } });
    });

    it.each([
      ['unknown_product', 400, { id: '20000000-0000-4000-8000-000000000009' }],
      ['unknown_product', 400, { id: "1' or '1'='1" }],
      ['weight_mismatch', 400, { weight: '30ml' }],
      ['invalid_quantity', 400, { quantity: -1 }],
      ['invalid_quantity', 400, { quantity: '1e3' }],
    ])('refuses %s before anything is ordered', async (code, status, changes) => {
      const answer = await shop().call('create-checkout', {
        items: [cartItem('resin', 1, changes)],
      });
      expect(answer).toMatchObject({ status, body: { error: { code } } });
      expect(await shop().db.selectFrom('orders').select('id').execute()).toEqual([]);
    });

    it('refuses a draft like a product that there is not', async () => {
      const resin = shop().db.updateTable('products').where('name', '=', 'Resin');
      await resin.set({ published: false }).execute();
      const answer = await shop().call('create-checkout', { items: [cartItem('resin')] });
      await resin.set({ published: true }).execute();
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'unknown_product' } } });
    });

    it('refuses sold-out products', async () => {
      const answer = await shop().call('create-checkout', { items: [cartItem('gone')] });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'sold_out' } } });
    });

    it('sends every click to the same page after a lost response', async () => {
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
      });
      const key = newKey();
      const body = { items: [cartItem('resin')] };
      const lost = await shop().call('create-checkout', body, { 'idempotency-key': key });
      expect(lost).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      await shop().sandbox.chaos({});
      const again = await checkout({ 'idempotency-key': key }, body.items);
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
      const [{ id: orderId } = { id: '' }] = await shop()
        .db.selectFrom('orders')
        .select('id')
        .execute();
      const sessions = await shop().sandbox.sessions();
      expect(sessions.filter(({ metadata }) => metadata.order_id === orderId)).toHaveLength(1);
      expect(sessions[0]?.id).toBe(again.sessionId);
    });

    it('opens a page at once after an error that Stripe would repeat, and is paid once', async () => {
      const before = new Set((await shop().sandbox.sessions()).map(({ id }) => id));
      await shop().sandbox.chaos({
        api: {
          match: 'POST /v1/checkout/sessions',
          fail: { status: 500, times: 1, executed: true },
        },
      });
      const headers = { 'idempotency-key': newKey() };
      const items = [cartItem('resin')];
      const click = () => shop().call('create-checkout', { items }, headers);
      expect(await click()).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      const again = await checkout(headers, items);
      expect((await checkout(headers, items)).url).toBe(again.url);
      const statuses = async () =>
        (await shop().db.selectFrom('orders').select('payment_status').execute())
          .map(({ payment_status }) => payment_status)
          .sort();
      expect(await statuses()).toEqual(['failed', 'pending']);
      const opened = (await shop().sandbox.sessions()).filter(({ id }) => !before.has(id));
      expect(opened).toHaveLength(2);
      await shop().sandbox.pay(again.url);
      await becomes(again.sessionId, 'paid');
      // Stripe reports the page nobody saw when it expires and in every other state.
      const unseen = opened.find(({ id }) => id !== again.sessionId);
      shop().advance(71 * minute);
      await shop().commerce.jobs.run('reconcile');
      await shop().commerce.jobs.run('compare');
      expect(unseen).toBeDefined();
      expect(await statuses()).toEqual(['failed', 'paid']);
      expect(await shop().db.selectFrom('payments').select('id').execute()).toHaveLength(1);
    });
  });
}
