import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limits } from '#server/limits.ts';
import { createResinStock } from './resin-stock.ts';
import { minute, type Scene, waiting } from './scene.ts';
import { cartItem, newKey, products, sessionIdOf, teamEmail } from './test-shop.ts';

const { resin } = products;

/** Counted products sell as many times as there is stock, and never more. */
export function testStock(scene: Scene): void {
  const { shop, order, becomes, checkout, wallet, mailsTo, paidOrder } = scene;
  const buy = (quantity = 1, headers: Record<string, string> = {}) =>
    shop().call('create-checkout', { items: [cartItem('resin', quantity)] }, headers);
  const { setStock, stock } = createResinStock(scene);
  const expire = (sessionId: string) => shop().sandbox.control(`sessions/${sessionId}/expire`);
  const short = (available: number) => ({
    status: 409,
    body: {
      error: { code: 'out_of_stock', lines: [{ id: resin.id, weight: resin.weight, available }] },
    },
  });

  describe('counts stock', () => {
    beforeEach(() => setStock(3));
    afterEach(() => setStock(null));

    it('and keeps for an order what it asks for, until it ends unpaid', async () => {
      const { sessionId } = await checkout({}, [cartItem('resin', 2)]);
      expect(await stock()).toBe(1);
      expect(await buy(2)).toMatchObject(short(1));
      expect(await shop().db.selectFrom('orders').select('id').execute()).toHaveLength(1);
      await expire(sessionId);
      await becomes(sessionId, 'expired');
      await scene.eventsDone(sessionId);
      expect(await stock()).toBe(3);
      shop().advance(2 * 60 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect(await stock()).toBe(3);
    });

    it('and counts what a shopper’s own unpaid order keeps as there for them', async () => {
      const { cookie } = await checkout({}, [cartItem('resin', 3)]);
      const quote = async (headers: Record<string, string>) =>
        (await shop().call('quote', { items: [cartItem('resin', 3)] }, headers)).body.problems;
      expect(await quote({ cookie: cookie ?? '' })).toEqual([]);
      expect(await quote({})).toMatchObject([
        { code: 'out_of_stock', message: 'Resin is sold out.', available: 0 },
      ]);
    });

    it('and says what is left in words', async () => {
      expect((await buy(4)).body.error.message).toBe('Only 3 of Resin are left.');
      await setStock(0);
      expect((await buy(1)).body.error.message).toBe('Resin is sold out.');
      await setStock(1);
      expect((await buy(2)).body.error.message).toBe('Only 1 of Resin is left.');
    });

    it('and sells the last jars to as many as there are, by card and wallet', async () => {
      await setStock(5);
      const orders = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          shop().call(index % 2 ? 'create-checkout' : 'create-paypal-order', {
            items: [cartItem('resin')],
          }),
        ),
      );
      const started = orders.filter(({ status }) => status === 200);
      expect(started).toHaveLength(5);
      expect(orders.filter(({ status }) => status === 409)).toHaveLength(15);
      expect(await stock()).toBe(0);
      expect(
        await shop()
          .db.selectFrom('products')
          .select('buyable')
          .where('id', '=', resin.id)
          .execute(),
      ).toEqual([{ buyable: false }]);
    });

    it('and does not take it once more when it is paid', async () => {
      await paidOrder([cartItem('resin', 2)]);
      expect(await stock()).toBe(1);
    });

    it('and takes it again for money that comes late', async () => {
      const { url, sessionId } = await checkout();
      await endedBeforePaid(sessionId);
      expect(await stock()).toBe(3);
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      expect(await stock()).toBe(1);
    });

    it('and has money that comes too late reviewed', async () => {
      const { url, sessionId } = await checkout();
      await endedBeforePaid(sessionId);
      await setStock(0);
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'review');
      await scene.eventsDone(sessionId);
      await shop().commerce.idle();
      const [alert] = await mailsTo(teamEmail);
      expect(alert?.text).toContain('sold out since');
      expect(await stock()).toBe(0);
    });

    it('and takes what is left when the team accepts such money', async () => {
      const { url, sessionId } = await checkout({}, [cartItem('resin', 2)]);
      await endedBeforePaid(sessionId);
      await setStock(1);
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'review');
      expect(await stock()).toBe(1);
      const { headers } = await scene.signIn();
      const orderId = (await order(sessionId))?.id;
      expect((await shop().call('accept-payment', { orderId }, headers)).status).toBe(200);
      expect(await stock()).toBe(0);
    });

    it('and does not take what a refund put back when the team accepts the rest', async () => {
      const { url, sessionId } = await checkout({}, [cartItem('resin', 2), cartItem('drops')]);
      const { total_amount = '', id = '' } = (await order(sessionId)) ?? {};
      const setTotal = (total: string) =>
        shop().db.updateTable('orders').set({ total_amount: total }).where('id', '=', id).execute();
      await setTotal('500.00');
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'review');
      await setTotal(total_amount);
      const { headers } = await scene.signIn();
      const parts = { lines: [{ line: 0, quantity: 2 }], restock: true };
      const refund = await shop().call('refund-order', { orderId: id, parts }, headers);
      expect(refund.body.refund.state).toBe('succeeded');
      expect(await stock()).toBe(3);
      const accepted = await shop().call('accept-payment', { orderId: id }, headers);
      expect(accepted.body.order.payment_status).toBe('partially_refunded');
      expect(await stock()).toBe(3);
    });

    it('and captures no approval of what is sold out by then', async () => {
      const { orderId, approveUrl } = await wallet({}, [cartItem('resin')]);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('paypal_order_id', '=', orderId)
        .execute();
      await setStock(0);
      await shop().sandbox.approve(approveUrl);
      const answer = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'out_of_stock' } } });
      expect(await scene.payments()).toEqual([]);
      await setStock(1);
      const again = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(again.body.orderDetails.payment_status).toBe('paid');
      expect(await stock()).toBe(0);
    });

    it('and captures no approval of a mixed order of which one product is sold out by then', async () => {
      const setDrops = (stock: number | null) =>
        shop()
          .db.updateTable('products')
          .set({ stock })
          .where('id', '=', products.drops.id)
          .execute();
      onTestFinished(async () => void (await setDrops(null)));
      await setDrops(3);
      const { orderId, approveUrl } = await wallet({}, [cartItem('resin'), cartItem('drops')]);
      // Not counted while the order ends, so that the order keeps what it held.
      await setDrops(null);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('paypal_order_id', '=', orderId)
        .execute();
      await setStock(0);
      await shop().sandbox.approve(approveUrl);
      const answer = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'out_of_stock' } } });
      expect(await scene.payments()).toEqual([]);
      await setStock(1);
      const again = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(again.body.orderDetails.payment_status).toBe('paid');
      expect(await stock()).toBe(0);
    });

    it('and takes what was ordered, however often late money was declined', async () => {
      const { orderId, approveUrl } = await wallet({}, [cartItem('resin')]);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('paypal_order_id', '=', orderId)
        .execute();
      for (let tries = 0; tries < 3; tries++) {
        await shop().sandbox.approve(approveUrl, { funding: 'declined' });
        const answer = await shop().call('capture-paypal-payment', { orderToken: orderId });
        expect(answer).toMatchObject({
          status: 402,
          body: { error: { code: 'payment_declined' } },
        });
        // The order may be locked for a moment by an event about it.
        await vi.waitFor(async () => expect(await stock()).toBe(3), waiting);
      }
      await shop().sandbox.approve(approveUrl);
      const answer = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(answer.body.orderDetails.payment_status).toBe('paid');
      expect(await stock()).toBe(2);
    });

    it.each([{ fail: { status: 500, times: 100 } }, { answerLost: true }])(
      'and keeps nothing for a page that was not opened: %o',
      async (trouble) => {
        const key = { 'idempotency-key': newKey() };
        const api = { match: 'POST /v1/checkout/sessions', ...trouble };
        await shop().sandbox.chaos({ api });
        expect((await buy(3, key)).status).toBe(503);
        expect(await stock()).toBe(3);
        await shop().sandbox.chaos({});
        const again = await buy(3, key);
        expect(again.status).toBe(200);
        expect(await stock()).toBe(0);
        const sessionId = sessionIdOf(again.body.url);
        await shop().sandbox.pay(again.body.url);
        await becomes(sessionId, 'paid');
        expect(await stock()).toBe(0);
      },
    );

    it('and tells who tries again that others were faster', async () => {
      const key = { 'idempotency-key': newKey() };
      const api = { match: 'POST /v1/checkout/sessions', fail: { status: 500, times: 100 } };
      await shop().sandbox.chaos({ api });
      expect((await buy(3, key)).status).toBe(503);
      await shop().sandbox.chaos({});
      expect((await buy(2)).status).toBe(200);
      expect(await buy(3, key)).toMatchObject({
        status: 409,
        body: { error: { code: 'sold_out' } },
      });
      expect(await stock()).toBe(1);
    });

    it('and gives a shopper what their own other attempt keeps', async () => {
      await setStock(1);
      const first = await wallet({}, [cartItem('resin')]);
      const second = await buy(1, { cookie: first.cookie ?? '' });
      expect(second.status).toBe(200);
      expect((await order(first.orderId))?.payment_status).toBe('expired');
      expect((await buy(1)).body.error.code).toBe('out_of_stock');
    });

    it('and closes the page of an order that keeps it within half an hour', async () => {
      const { orderId } = await wallet({}, [cartItem('resin')]);
      shop().advance(45 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(orderId))?.payment_status).toBe('expired');
      expect(await stock()).toBe(3);
    });

    it('and lets nobody keep more than half of a shelf without paying', async () => {
      await setStock(20);
      const replica = shop().replica({ rateLimits: true });
      const begin = (quantity: number, address: string, cookie = '') =>
        replica.call(
          'create-checkout',
          { items: [cartItem('resin', quantity)] },
          { 'x-forwarded-for': address, ...(cookie && { cookie }) },
        );
      const tooMany = { status: 409, body: { error: { code: 'too_many_at_once' } } };
      expect(await begin(11, '203.0.113.50')).toMatchObject(tooMany);
      const first = await begin(8, '203.0.113.50');
      expect(first.status).toBe(200);
      const more = await begin(3, '203.0.113.50');
      expect(more).toMatchObject(tooMany);
      expect(more.body.error.message).toContain('Only 2 of Resin can be ordered at once.');
      expect((await begin(2, '203.0.113.50')).status).toBe(200);
      expect(await stock()).toBe(10);
    });

    it('and gives each further range three of a shelf of which others hold half unpaid', async () => {
      await setStock(200);
      const replica = shop().replica({ rateLimits: true });
      const begin = (quantity: number, address: string) =>
        replica.call(
          'create-checkout',
          { items: [cartItem('resin', quantity)] },
          { 'x-forwarded-for': address },
        );
      expect((await begin(99, '10.1.0.1')).status).toBe(200);
      expect((await begin(1, '10.1.0.1')).status).toBe(200);
      let ranges = 1;
      for (; ((await stock()) ?? 0) >= 3; ranges++) {
        const address = `10.2.${ranges}.1`;
        expect((await begin(4, address)).status).toBe(409);
        expect((await begin(3, address)).status).toBe(200);
      }
      expect(await stock()).toBe(1);
      expect(ranges).toBe(34);
    });

    it('and two ranges that ask at once get no more of it than one after the other', async () => {
      await setStock(24);
      const replica = shop().replica({ rateLimits: true });
      const call = (name: string) =>
        Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            replica.call(
              name,
              { items: [cartItem('resin', 12)] },
              { 'x-forwarded-for': `10.3.${index}.1` },
            ),
          ),
        );
      // Opens the connections first, so that the orders really overlap.
      await call('quote');
      const answers = await call('create-checkout');
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await stock()).toBe(12);
    });

    it('and refuses nobody of a rush of guests who take three or fewer', async () => {
      await setStock(200);
      const replica = shop().replica({ rateLimits: true });
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          replica.call(
            'create-checkout',
            { items: [cartItem('resin', 1 + (index % 3))] },
            // Every other guest is with a carrier that puts its customers behind one IP address.
            {
              'x-forwarded-for': index % 2 ? '10.4.0.1' : `10.5.${index}.1`,
              cookie: `shop_browser=${String(index).padStart(43, 'r')}`,
            },
          ),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      // Nor does their rush stop anybody from buying more.
      const many = await replica.call(
        'create-checkout',
        { items: [cartItem('resin', 40)] },
        { 'x-forwarded-for': '10.6.0.1' },
      );
      expect(many.status).toBe(200);
    });

    it('and lets no browser add to its half by a wallet whose pages stay open', async () => {
      await setStock(24);
      const replica = shop().replica({ rateLimits: true });
      const headers = { 'x-forwarded-for': '10.7.0.1', cookie: `shop_browser=${'w'.repeat(43)}` };
      const items = [cartItem('resin', 12)];
      // Each order replaces the one before.
      for (const way of ['create-paypal-order', 'create-paypal-order', 'create-checkout']) {
        expect((await replica.call(way, { items }, headers)).status).toBe(200);
        expect(await stock()).toBe(12);
      }
    });

    it.each([
      { range: 'IPv4', from: (index: number) => `203.0.113.${index}`, elsewhere: '198.51.100.1' },
      { range: 'IPv6', from: (index: number) => `2a0b:7:7:${index}::1`, elsewhere: '2a0b:7:8::1' },
    ])('and lets no range of $range keep more than half, whoever asks there', async (network) => {
      await setStock(24);
      const replica = shop().replica({ rateLimits: true });
      const begin = (address: string, headers: object = {}) =>
        replica.call(
          'create-checkout',
          { items: [cartItem('resin', 3)] },
          { 'x-forwarded-for': address, ...headers },
        );
      const { url, sessionId, cookie } = await checkout({}, [cartItem('drops')]);
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const [late, ...accounts] = await Promise.all(
        [1, 2, 3].map(() => scene.signIn({ role: 'customer' })),
      );
      const strangers = Array.from({ length: 10 }, (_, index) => begin(network.from(index)));
      const signedIn = accounts.map(({ headers }, index) => begin(network.from(index), headers));
      const answers = await Promise.all([...strangers, ...signedIn]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
      expect(await stock()).toBe(12);
      // A new account, because one of the four could replace its own order.
      expect(await begin(network.from(77), late?.headers)).toMatchObject({ status: 409 });
      // A browser that has paid before, or one elsewhere, is not refused.
      expect((await begin(network.from(78), { cookie: cookie ?? '' })).status).toBe(200);
      expect((await begin(network.elsewhere)).status).toBe(200);
    });

    it('and counts a shelf of three or fewer for whoever comes first', async () => {
      const replica = shop().replica({ rateLimits: true });
      const answer = await replica.call(
        'create-checkout',
        { items: [cartItem('resin', 3)] },
        { 'x-forwarded-for': '203.0.113.52' },
      );
      expect(answer.status).toBe(200);
    });

    it('and lets nobody keep it by more than a few unpaid orders', async () => {
      await setStock(10);
      const replica = shop().replica({ rateLimits: true });
      const from = { 'x-forwarded-for': '203.0.113.40' };
      const call = () => replica.call('create-checkout', { items: [cartItem('resin')] }, from);
      for (let index = 0; index < limits.ordersHoldingStock.count; index++) {
        expect((await call()).status).toBe(200);
      }
      expect(await call()).toMatchObject({
        status: 429,
        retryAfter: limits.ordersHoldingStock.seconds,
        body: { error: { code: 'too_many_unpaid' } },
      });
      const other = await replica.call('create-checkout', { items: [cartItem('drops')] }, from);
      expect(other.status).toBe(200);
      // A browser that has opened the shop's pages is not locked out by strangers on its network.
      const neighbor = { ...from, cookie: `shop_browser=${'n'.repeat(43)}` };
      const theirs = { items: [cartItem('resin')] };
      expect((await replica.call('create-checkout', theirs, neighbor)).status).toBe(200);
    });
  });

  /** Ended by us while its page can still be paid. */
  async function endedBeforePaid(sessionId: string): Promise<void> {
    await shop()
      .db.updateTable('orders')
      .set({ payment_status: 'expired' })
      .where('stripe_session_id', '=', sessionId)
      .execute();
  }
}
