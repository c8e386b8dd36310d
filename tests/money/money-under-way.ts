import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createPaymentPages, providers } from './payment-pages.ts';
import { createResinStock } from './resin-stock.ts';
import { minute, type Scene, waiting } from './scene.ts';
import { cartItem, newKey } from './test-shop.ts';

const unavailable = async () => ({ kind: 'unavailable', detail: 'down' }) as const;
const alreadyPaid = { status: 409, body: { error: { code: 'already_paid' } } };
const tryAgain = { status: 503, body: { error: { code: 'provider_unavailable' } } };

/**
 * Money that was sent but has not arrived counts as paid until the provider says it will not
 * arrive.
 */
export function testMoneyUnderWay(scene: Scene): void {
  const { shop, order, becomes, payments, mailsTo, signIn } = scene;
  const { start, again, capture, captureAtOnce, confirm, idOf } = createPaymentPages(scene);

  const moneyOf = async (reference: string) => {
    const made = (await shop().sandbox.paypalOrders()).find(({ id }) => id === reference);
    return made?.purchase_units[0]?.payments?.captures ?? [];
  };
  const decide = async (reference: string, status: 'COMPLETED' | 'DECLINED') => {
    const [money] = await moneyOf(reference);
    await shop().sandbox.paypalControl(`captures/${money?.id}/settle`, { status });
  };
  const { setStock, stock } = createResinStock(scene);
  const expire = async (reference: string) =>
    shop()
      .db.updateTable('orders')
      .set({ payment_status: 'expired' })
      .where('id', '=', await idOf(reference))
      .execute();
  const recent = async (cookie: string) =>
    (await shop().call('recent-orders', {}, { cookie })).body.orders;

  /** Two tabs with PayPal's page for one cart; the first was paid, but PayPal is holding the money. */
  async function pendingBesideApproved() {
    const first = await start('paypal');
    const second = await start('paypal', { cookie: first.cookie });
    await first.pay({ funding: 'pending' });
    expect((await capture(first.reference)).status).toBe(200);
    await second.pay();
    return [first, second] as const;
  }

  /** A provider that opens its page only when released. */
  function gate(provider: PaymentProvider) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let waits = false;
    const open: PaymentProvider['open'] = async (asked) => {
      waits = true;
      await promise;
      return provider.open(asked);
    };
    return {
      provider: { ...provider, open },
      letThrough: resolve,
      arrived: () => vi.waitFor(() => expect(waits).toBe(true), waiting),
    };
  }

  describe('money under way', () => {
    it('lets nothing else be captured for the cart, and stays named', async () => {
      const held = shop().holdWebhooks();
      const [first, second] = await pendingBesideApproved();
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
      expect(await moneyOf(second.reference)).toEqual([]);
      expect((await order(first.reference))?.payment_status).toBe('pending');
      expect((await order(second.reference))?.payment_status).toBe('expired');
      const id = await idOf(first.reference);
      expect(await recent(first.cookie)).toMatchObject([{ id, state: 'processing' }]);
      held.release();
      await decide(first.reference, 'COMPLETED');
      await becomes(first.reference, 'paid');
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
      expect(await payments()).toHaveLength(1);
    });

    it('does so by webhooks alone', async () => {
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await first.pay({ funding: 'pending' });
      await scene.eventsDone(first.reference);
      await second.pay();
      await scene.eventsDone(second.reference);
      expect(await moneyOf(second.reference)).toEqual([]);
      expect((await order(first.reference))?.payment_status).toBe('pending');
    });

    it('captures one of two approvals that come at once on two replicas', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await Promise.all([first, second].map(({ pay }) => pay({ funding: 'pending' })));
      await captureAtOnce(first.reference, second.reference);
      const captures = [await moneyOf(first.reference), await moneyOf(second.reference)].flat();
      expect(captures).toMatchObject([{ status: 'PENDING' }]);
    });

    it('lets the customer pay anew once it was declined, and captures no approval of before', async () => {
      const [first, second] = await pendingBesideApproved();
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
      await decide(first.reference, 'DECLINED');
      await becomes(first.reference, 'failed');
      await shop().commerce.idle();
      const subjects = (await mailsTo('ann@example.com')).map(({ subject }) => subject);
      expect(subjects).toEqual([expect.stringMatching(/did not go through$/)]);
      expect((await capture(second.reference)).status).toBe(402);
      expect(await moneyOf(second.reference)).toEqual([]);
      expect(await recent(first.cookie)).toEqual([]);
      const third = await start('paypal', { cookie: first.cookie });
      await third.pay();
      await becomes(third.reference, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('is paid beside when the customer wants both', async () => {
      const [first] = await pendingBesideApproved();
      const payAgain = [await idOf(first.reference)];
      const both = await again('paypal', { cookie: first.cookie }, { payAgain });
      await shop().sandbox.approve(both.body.approveUrl);
      await becomes(both.body.orderId, 'paid');
      expect((await order(first.reference))?.payment_status).toBe('pending');
      await decide(first.reference, 'COMPLETED');
      await becomes(first.reference, 'paid');
      expect(await payments()).toHaveLength(2);
    });

    it.each(providers)('hands out no page that was being opened meanwhile, %s', async (second) => {
      const held = shop().holdWebhooks();
      const wallet = await start('paypal');
      const gated = gate(second === 'stripe' ? shop().provider : shop().paypal);
      const replica = shop().replica({
        providers:
          second === 'stripe' ? [gated.provider, shop().paypal] : [shop().provider, gated.provider],
      });
      const name = second === 'stripe' ? 'create-checkout' : 'create-paypal-order';
      const items = [cartItem('resin', 2)];
      const late = replica.call(name, { items }, { cookie: wallet.cookie });
      await gated.arrived();
      await wallet.pay({ funding: 'pending' });
      expect((await capture(wallet.reference)).status).toBe(200);
      gated.letThrough();
      expect(await late).toMatchObject(alreadyPaid);
      expect((await order(wallet.reference))?.payment_status).toBe('pending');
      held.release();
    });

    it.each(providers)('by %s is named while the provider cannot be asked', async (provider) => {
      const { reference, cookie, pay } = await start(provider);
      await pay(provider === 'stripe' ? { method: 'us_bank_account' } : { funding: 'pending' });
      expect((await confirm(provider, reference)).status).toBe(200);
      const silent = (one: PaymentProvider) => ({
        ...one,
        readOrCapture: unavailable,
        ...(one.close && { close: unavailable }),
      });
      const replica = shop().replica({
        providers: [silent(shop().provider), silent(shop().paypal)],
      });
      const { body } = await replica.call('recent-orders', {}, { cookie });
      expect(body.orders).toMatchObject([{ state: 'processing' }]);
    });

    it('keeps its order from expiring, canceled or not', async () => {
      const [first] = await pendingBesideApproved();
      shop().advance(3 * 60 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(first.reference))?.payment_status).toBe('pending');
      await shop()
        .db.updateTable('orders')
        .set({ status: 'cancelled' })
        .where('id', '=', await idOf(first.reference))
        .execute();
      await shop().commerce.jobs.run('cancelled');
      expect((await order(first.reference))?.payment_status).toBe('pending');
      await decide(first.reference, 'DECLINED');
      await becomes(first.reference, 'failed');
    });

    it('of an order that had ended before is named, and waited for without a webhook', async () => {
      const wallet = await start('paypal');
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await expire(wallet.reference);
      await wallet.pay({ funding: 'pending' });
      const shown = await capture(wallet.reference);
      expect(shown.body.orderDetails.payment_status).toBe('pending');
      expect(await recent(wallet.cookie)).toMatchObject([{ state: 'processing' }]);
      expect(await again('stripe', { cookie: wallet.cookie })).toMatchObject(alreadyPaid);
      await decide(wallet.reference, 'COMPLETED');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(wallet.reference))?.payment_status).toBe('paid');
    });

    it('of an order that had ended before keeps what it took again, until it is declined', async () => {
      await setStock(3);
      onTestFinished(async () => void (await setStock(null)));
      const wallet = await start('paypal');
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await expire(wallet.reference);
      expect(await stock()).toBe(3);
      await wallet.pay({ funding: 'pending' });
      expect((await capture(wallet.reference)).status).toBe(200);
      expect(await stock()).toBe(1);
      await decide(wallet.reference, 'DECLINED');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect(await stock()).toBe(3);
    });

    it('leaves nothing to capture of an order that had ended, once it was declined', async () => {
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await expire(second.reference);
      await first.pay({ funding: 'pending' });
      expect((await capture(first.reference)).status).toBe(200);
      await second.pay();
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
      await decide(first.reference, 'DECLINED');
      await becomes(first.reference, 'failed');
      expect((await capture(second.reference)).status).toBe(402);
      expect(await moneyOf(second.reference)).toEqual([]);
    });

    it('counts as sold, not as held unpaid by its network', async () => {
      await setStock(8);
      onTestFinished(async () => void (await setStock(null)));
      const replica = shop().replica({ rateLimits: true });
      const begin = (quantity: number) =>
        replica.call(
          'create-paypal-order',
          { items: [cartItem('resin', quantity)] },
          { 'x-forwarded-for': '203.0.113.60' },
        );
      const first = (await begin(3)).body;
      await shop().sandbox.approve(first.approveUrl, { funding: 'pending' });
      expect((await capture(first.orderId)).status).toBe(200);
      expect((await begin(3)).status).toBe(200);
    });

    it('is reported once the provider no longer knows its order', async () => {
      const { reference, pay } = await start('paypal');
      await pay({ funding: 'pending' });
      expect((await capture(reference)).status).toBe(200);
      await shop().commerce.idle();
      const forgetting: PaymentProvider = {
        ...shop().paypal,
        readOrCapture: async () => ({ kind: 'not_found' }),
      };
      const replica = shop().replica({ providers: [shop().provider, forgetting] });
      shop().advance(5 * 60 * minute);
      await replica.commerce.jobs.run('reconcile');
      expect((await order(reference))?.payment_status).toBe('pending');
      const { findings } = await shop()
        .db.selectFrom('reconcile_runs')
        .select('findings')
        .orderBy('started_at', 'desc')
        .executeTakeFirstOrThrow();
      expect(findings).toMatchObject([
        { kind: 'order_unreadable', provider: 'paypal', order_id: await idOf(reference) },
      ]);
    });

    it('of a payment link leaves no other way to pay by it', async () => {
      const { headers } = await signIn();
      const link = {
        ...{ items: [cartItem('resin', 2)], days: 7, tell: false },
        customer: { name: 'Bea', email: 'bea@example.com', phone: '', address: '' },
        destination: { country: 'US', region: 'CO', postalCode: '80202' },
      };
      const made = await shop().call('create-payment-link', link, {
        ...headers,
        'idempotency-key': newKey(),
      });
      const token = new URL(made.body.url).hash.replace('#token=', '');
      const begin = (method: string, from = shop() as Pick<ReturnType<typeof shop>, 'call'>) =>
        from.call('pay-by-link', { token, method });
      const wallet = (await begin('paypal')).body;
      const { reference } = wallet;
      const gated = gate(shop().provider);
      const late = begin('stripe', shop().replica({ providers: [gated.provider, shop().paypal] }));
      await gated.arrived();
      await shop().sandbox.approve(wallet.url, { funding: 'pending' });
      expect((await capture(reference)).status).toBe(200);
      gated.letThrough();
      expect(await late).toMatchObject(alreadyPaid);
      expect(await begin('stripe')).toMatchObject(alreadyPaid);
      expect((await order(reference))?.payment_status).toBe('pending');
      await shop().call('cancel-payment-link', { linkId: made.body.linkId }, headers);
      expect((await order(reference))?.payment_status).toBe('pending');
    });
  });

  describe('a capture whose result was lost', () => {
    const lost = 'POST /paypal/v2/checkout/orders/*/capture';

    async function loseCapture(reference: string): Promise<void> {
      const webhooks = { drop: true };
      await shop().sandbox.chaos({ webhooks, api: { match: lost, answerLost: true } });
      expect(await capture(reference)).toMatchObject(tryAgain);
      await shop().sandbox.chaos({ webhooks });
    }

    /** PayPal took the money for the first of two orders, and the shop does not know. */
    async function captureUnrecorded() {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await first.pay();
      await loseCapture(first.reference);
      expect((await order(first.reference))?.payment_status).toBe('pending');
      expect(await moneyOf(first.reference)).toHaveLength(1);
      return [first, second] as const;
    }

    it('is read at the provider before another approval is captured', async () => {
      const [first, second] = await captureUnrecorded();
      await second.pay();
      shop().advance(minute + 1000);
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
      expect((await order(first.reference))?.payment_status).toBe('paid');
      expect(await moneyOf(second.reference)).toEqual([]);
      expect(await payments()).toHaveLength(1);
    });

    it('is found by the reconciler for an order that had ended before', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const wallet = await start('paypal');
      await expire(wallet.reference);
      await wallet.pay();
      await loseCapture(wallet.reference);
      expect((await order(wallet.reference))?.payment_status).toBe('expired');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(wallet.reference))?.payment_status).toBe('paid');
    });

    it('refuses another capture while the provider cannot say', async () => {
      const [first, second] = await captureUnrecorded();
      await second.pay();
      shop().advance(minute + 1000);
      const { provider, paypal } = shop();
      const silent: PaymentProvider = {
        ...paypal,
        readOrCapture: (reference, mayCapture) =>
          reference === first.reference
            ? unavailable()
            : paypal.readOrCapture(reference, mayCapture),
      };
      const replica = shop().replica({ providers: [provider, silent] });
      const body = { orderToken: second.reference, payerId: 'X' };
      expect(await replica.call('capture-paypal-payment', body)).toMatchObject(tryAgain);
      expect(await moneyOf(second.reference)).toEqual([]);
      expect((await order(first.reference))?.payment_status).toBe('pending');
      expect(await capture(second.reference)).toMatchObject(alreadyPaid);
    });

    it('is read before a page is handed out that was being opened meanwhile', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const wallet = await start('paypal');
      const gated = gate(shop().provider);
      const replica = shop().replica({ providers: [gated.provider, shop().paypal] });
      const items = [cartItem('resin', 2)];
      const late = replica.call('create-checkout', { items }, { cookie: wallet.cookie });
      await gated.arrived();
      await wallet.pay();
      await loseCapture(wallet.reference);
      shop().advance(minute + 1000);
      gated.letThrough();
      expect(await late).toMatchObject(alreadyPaid);
      expect((await order(wallet.reference))?.payment_status).toBe('paid');
    });

    it('stands in nobody’s way when it took no money', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await first.pay();
      await second.pay();
      const { provider, paypal } = shop();
      const cutOff: PaymentProvider = {
        ...paypal,
        readOrCapture: async (reference, mayCapture) => {
          const read = await paypal.readOrCapture(reference, async () => false);
          if (read.kind === 'found') await mayCapture(read.reported);
          return unavailable();
        },
      };
      const replica = shop().replica({ providers: [provider, cutOff] });
      const body = { orderToken: first.reference, payerId: 'X' };
      expect(await replica.call('capture-paypal-payment', body)).toMatchObject(tryAgain);
      expect(await capture(second.reference)).toMatchObject(tryAgain);
      shop().advance(minute + 1000);
      expect((await capture(second.reference)).body.orderDetails.payment_status).toBe('paid');
      expect((await order(first.reference))?.payment_status).toBe('expired');
      expect(await capture(first.reference)).toMatchObject(alreadyPaid);
      expect(await payments()).toHaveLength(1);
    });
  });
}
