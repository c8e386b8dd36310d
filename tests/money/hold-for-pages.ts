import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Opened, PaymentProvider, ProviderFailure } from '#server/payments/provider.ts';
import { createResinStock } from './resin-stock.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, newKey } from './test-shop.ts';

const unavailable: ProviderFailure = { kind: 'unavailable', detail: 'for this test' };
const refused: ProviderFailure = { kind: 'refused', detail: 'for this test' };

/** While a page can be paid, its stock is held, however the requests of its attempt end. */
export function testStockOfPages(scene: Scene): void {
  const { shop, becomes, checkout } = scene;
  const { setStock, stock } = createResinStock(scene);
  const stateOf = async (reference: string) =>
    (await shop().sandbox.sessions()).find(({ id }) => id === reference)?.status;

  describe.each([
    { provider: 'stripe', begins: 'create-checkout' },
    { provider: 'paypal', begins: 'create-paypal-order' },
  ] as const)('holds the stock of pages ($provider)', ({ provider, begins }) => {
    beforeEach(() => setStock(3));
    afterEach(() => setStock(null));

    /** A process whose provider responds when and how the test says. */
    function startProcess() {
      const real = shop().providers[provider];
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<ProviderFailure | 'open'>();
      let opened: Opened | ProviderFailure | undefined;
      const open: PaymentProvider['open'] = async (order) => {
        asked.resolve();
        const said = await answer.promise;
        opened = said === 'open' ? await real.open(order) : said;
        return opened;
      };
      const others = Object.values(shop().providers).filter(({ name }) => name !== provider);
      const replica = shop().replica({ providers: [{ ...real, open }, ...others] });
      return {
        begin: (key: string, quantity = 3, cookie = '') =>
          replica.call(
            begins,
            { items: [cartItem('resin', quantity)] },
            { 'idempotency-key': key, ...(cookie && { cookie }) },
          ),
        asked: asked.promise,
        answers: answer.resolve,
        opened: () => (opened?.kind === 'opened' ? opened.reference : ''),
      };
    }

    /** Two requests of one attempt, both waiting for the provider. */
    async function beginTwice() {
      const key = newKey();
      const [one, other] = [startProcess(), startProcess()];
      const first = one.begin(key);
      await one.asked;
      const second = other.begin(key);
      await other.asked;
      return { key, one, other, first, second };
    }

    const buy = (quantity: number, headers: Record<string, string> = {}) =>
      shop().call(begins, { items: [cartItem('resin', quantity)] }, headers);

    it('that opens after another request of the attempt has failed', async () => {
      const { one, other, first, second } = await beginTwice();
      one.answers(unavailable);
      expect((await first).status).toBe(503);
      other.answers('open');
      expect((await second).status).toBe(200);
      expect(await stock()).toBe(0);
      expect((await buy(1)).body.error.code).toBe('out_of_stock');
    });

    it.each([unavailable, { ...unavailable, repeated: true }, refused])(
      'that is open when another request of the attempt fails: %o',
      async (failure) => {
        const { one, other, first, second } = await beginTwice();
        other.answers('open');
        const page = await second;
        expect(page.status).toBe(200);
        one.answers(failure);
        expect(await first).toMatchObject({ status: 200, body: page.body });
        expect(await stock()).toBe(0);
      },
    );

    it('or sends nobody there when others have bought it meanwhile', async () => {
      const { key, one, other, first, second } = await beginTwice();
      one.answers(unavailable);
      await first;
      expect((await buy(2)).status).toBe(200);
      other.answers('open');
      expect(await second).toMatchObject({ status: 409, body: { error: { code: 'sold_out' } } });
      expect(await stock()).toBe(1);
      if (provider === 'stripe') expect(await stateOf(other.opened())).toBe('expired');
      // The attempt has ended, and its key can be used again.
      expect(await buy(1, { 'idempotency-key': key })).toMatchObject({ status: 200 });
      expect(await stock()).toBe(0);
    });

    it('or sends nobody there when another request has ended the order', async () => {
      const { key, one, other, first, second } = await beginTwice();
      one.answers(refused);
      expect((await first).status).not.toBe(200);
      expect(await stock()).toBe(3);
      other.answers('open');
      expect((await second).status).toBe(503);
      if (provider === 'stripe') expect(await stateOf(other.opened())).toBe('expired');
      expect(await stock()).toBe(3);
      expect((await buy(3, { 'idempotency-key': key })).status).toBe(200);
      expect(await stock()).toBe(0);
    });

    it('or sends nobody there when another tab took it over', async () => {
      const cookie = `shop_browser=${'b'.repeat(43)}`;
      const slow = startProcess();
      const first = slow.begin(newKey(), 3, cookie);
      await slow.asked;
      expect((await buy(3, { cookie })).status).toBe(200);
      slow.answers('open');
      expect((await first).status).not.toBe(200);
      if (provider === 'stripe') expect(await stateOf(slow.opened())).toBe('expired');
      expect(await stock()).toBe(0);
    });

    it('or sends nobody there when the order was canceled', async () => {
      const slow = startProcess();
      const first = slow.begin(newKey());
      await slow.asked;
      await shop().db.updateTable('orders').set({ status: 'cancelled' }).execute();
      slow.answers('open');
      expect((await first).status).toBe(503);
      if (provider === 'stripe') expect(await stateOf(slow.opened())).toBe('expired');
      expect(await stock()).toBe(3);
    });

    it('and takes it once for retries that come at once', async () => {
      await setStock(9);
      const key = newKey();
      const failing = startProcess();
      failing.answers(unavailable);
      expect((await failing.begin(key)).status).toBe(503);
      expect(await stock()).toBe(9);
      const again = [startProcess(), startProcess(), startProcess()];
      for (const one of again) one.answers('open');
      const answers = await Promise.all(again.map((one) => one.begin(key)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await stock()).toBe(6);
    });

    it('and gives it back once when requests fail at once', async () => {
      await setStock(9);
      const key = newKey();
      const failing = [startProcess(), startProcess(), startProcess()];
      const answers = failing.map((one) => one.begin(key));
      await Promise.all(failing.map((one) => one.asked));
      for (const one of failing) one.answers(unavailable);
      for (const { status } of await Promise.all(answers)) expect(status).toBe(503);
      expect(await stock()).toBe(9);
    });
  });

  it('keeps nothing for a late approval whose code others have used up', async () => {
    await setStock(3);
    try {
      const code = { code: 'ONCE', kind: 'percent', value: '10', max_uses: 1 };
      await shop().db.insertInto('discounts').values(code).execute();
      const begin = (item: object) =>
        shop().call('create-paypal-order', { items: [item], discountCode: 'ONCE' });
      const { orderId, approveUrl } = (await begin(cartItem('resin', 3))).body;
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('paypal_order_id', '=', orderId)
        .execute();
      expect((await begin(cartItem('drops'))).status).toBe(200);
      await shop().sandbox.approve(approveUrl);
      const answer = await shop().call('capture-paypal-payment', { orderToken: orderId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'code_used_up' } } });
      expect(await stock()).toBe(3);
    } finally {
      await shop().db.deleteFrom('discounts').execute();
      await setStock(null);
    }
  });

  it('has money reviewed that comes by a page nobody was sent to', async () => {
    await setStock(3);
    try {
      const known = new Set((await shop().sandbox.sessions()).map(({ id }) => id));
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
      });
      const lost = await shop().call('create-checkout', { items: [cartItem('resin', 3)] });
      expect(lost.status).toBe(503);
      await shop().sandbox.chaos({});
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      await checkout({}, [cartItem('resin', 3)]);
      // Newest first, so the lost one is last.
      const page = (await shop().sandbox.sessions()).filter(({ id }) => !known.has(id)).at(-1);
      await shop().sandbox.pay(page?.url ?? '');
      await shop().commerce.jobs.run('reconcile');
      await becomes(page?.id ?? '', 'review');
      expect(await stock()).toBe(0);
    } finally {
      await setStock(null);
    }
  });
}
