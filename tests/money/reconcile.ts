import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunFinding } from '#server/orders/reconcile/run-report.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createPaymentPages, providers } from './payment-pages.ts';
import { createResinStock } from './resin-stock.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, teamEmail } from './test-shop.ts';

/** Without findings about earlier tests' orders, which are gone but still listed by the sandbox. */
const ownFindings = ({ findings }: { findings: unknown }) =>
  (findings as RunFinding[]).filter(({ kind }) => kind !== 'order_missing');

export function testReconciling(scene: Scene): void {
  const { shop, order, becomes, mailsTo, signIn, checkout } = scene;
  const { start, capture, idOf } = createPaymentPages(scene);
  const { setStock, stock } = createResinStock(scene);
  /** A shop that no longer has one provider's keys. */
  const without = (name: PaymentProvider['name']) =>
    shop().replica({
      providers: [shop().provider, shop().paypal].filter((one) => one.name !== name),
    });
  const lastFindings = async () => {
    const run = await shop()
      .db.selectFrom('reconcile_runs')
      .select('findings')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return ownFindings(run);
  };
  describe('reconciles', () => {
    it('completes an order when neither webhook nor success page comes', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('pending');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('finds a session whose response was lost, paid or not', async () => {
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
        webhooks: { drop: true },
      });
      await shop().call('create-checkout', { items: [cartItem('resin')] });
      await shop().call('create-checkout', { items: [cartItem('drops')] });
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const [drops, resin] = await shop().sandbox.sessions();
      await shop().sandbox.pay(`${shop().sandbox.url}/stripe/pay/${resin?.id}`);
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(resin?.id ?? ''))?.payment_status).toBe('paid');
      expect((await order(drops?.id ?? ''))?.payment_status).toBe('pending');
    });

    it.each(['webhook', 'reconciler'])(
      'asks before it captures a wallet order that the %s found again',
      async (finder) => {
        const { headers } = await signIn({ role: 'customer' });
        await shop().sandbox.chaos({
          api: { match: 'POST /paypal/v2/checkout/orders', answerLost: true },
        });
        const items = [cartItem('resin', 2)];
        expect((await shop().call('create-paypal-order', { items }, headers)).status).toBe(503);
        await shop().sandbox.chaos({ webhooks: { drop: finder === 'reconciler' } });
        const { url, sessionId } = await checkout(headers);
        await shop().sandbox.pay(url);
        const [wallet] = await shop().sandbox.paypalOrders();
        await shop().sandbox.approve(
          `${shop().sandbox.url}/paypal/checkoutnow?token=${wallet?.id}`,
        );
        if (finder === 'reconciler') {
          shop().advance(11 * minute);
          await shop().commerce.jobs.run('reconcile');
        }
        await becomes(sessionId, 'paid');
        await becomes(wallet?.id ?? '', 'expired');
        const [asked] = await shop().sandbox.paypalOrders();
        expect(asked).toMatchObject({ id: wallet?.id, status: 'APPROVED' });
      },
    );

    it('expires an order that never reached the provider', async () => {
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', fail: { status: 500, times: 10 } },
      });
      const failed = await shop().call('create-checkout', { items: [cartItem('resin')] });
      expect(failed.status).toBe(503);
      await shop().sandbox.chaos({});
      shop().advance(71 * minute);
      await shop().commerce.jobs.run('reconcile');
      const [lost] = await shop().db.selectFrom('orders').selectAll().execute();
      expect(lost?.payment_status).toBe('expired');
    });

    it('finds missed payments in the daily comparison', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().commerce.jobs.run('compare');
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('compares the other payments when one cannot be read', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const both = [await checkout(), await checkout()];
      for (const { url } of both) await shop().sandbox.pay(url);
      const { provider, paypal } = shop();
      const listed = await provider.listPaid(new Date(0));
      const references = both.map(({ sessionId }) => sessionId);
      const first =
        listed.kind === 'paid_list' ? listed.payments.map((each) => each.reference) : [];
      const thrown = first.find((reference) => references.includes(reference)) ?? '';
      const half: PaymentProvider = {
        ...provider,
        async readOrCapture(reference, mayCapture) {
          if (reference === thrown) throw new TypeError('unforeseen');
          return provider.readOrCapture(reference, mayCapture);
        },
      };
      await shop()
        .replica({ providers: [half, paypal] })
        .commerce.jobs.run('compare');
      const statuses = references.map(async (each) => (await order(each))?.payment_status);
      expect((await Promise.all(statuses)).toSorted()).toEqual(['paid', 'pending']);
      expect(await lastFindings()).toContainEqual({
        kind: 'order_unreadable',
        provider: 'stripe',
        order_id: (await order(thrown))?.id,
        detail: 'TypeError',
      });
    });

    it('tells the team of a paid order that the provider does not list', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop()
        .db.updateTable('orders')
        .set({ stripe_session_id: 'cs_test_forged' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('compare');
      await shop().commerce.idle();
      expect((await mailsTo(teamEmail)).map((mail) => mail.subject)).toContainEqual(
        expect.stringContaining('not paid at the provider'),
      );
    });

    /** An order that a second session paid first, which the comparison found. */
    async function payThroughSecondSession(changes: Partial<PaymentProvider> = {}) {
      const { url, sessionId } = await scene.checkout();
      const orderId = (await scene.order(sessionId))?.id ?? '';
      const { provider, paypal } = shop();
      const own = await provider.readOrCapture(sessionId, async () => false);
      if (own.kind !== 'found') throw new Error(own.kind);
      const second = { reference: 'cs_second', paymentReference: 'pi_second' };
      const reported = { ...own.reported, ...second, state: 'paid', amountCents: 9980 } as const;
      const replica = shop().replica({
        providers: [
          {
            ...provider,
            listPaid: async () => ({
              kind: 'paid_list',
              payments: [{ reference: 'cs_second', orderId }],
            }),
            readOrCapture: async () => ({ kind: 'found', reported }),
            ...changes,
          },
          paypal,
        ],
      });
      await replica.commerce.jobs.run('compare');
      expect((await scene.order(sessionId))?.payment_status).toBe('review');
      return { url, sessionId, own: () => provider.readOrCapture(sessionId, async () => false) };
    }

    it('closes the own page of an order that was paid through a second session', async () => {
      const { own } = await payThroughSecondSession();
      expect(await own()).toMatchObject({ kind: 'found', reported: { state: 'expired' } });
      expect(await scene.payments()).toMatchObject([{ standing: 'review' }]);
    });

    it('shows an order in review while its payment service is away', async () => {
      const { sessionId } = await payThroughSecondSession();
      const { provider, paypal } = shop();
      const readOrCapture = async () => ({ kind: 'unavailable', detail: 'down' }) as const;
      const { call } = shop().replica({ providers: [{ ...provider, readOrCapture }, paypal] });
      expect(await call('update-order-details', { sessionId })).toMatchObject({
        status: 200,
        body: { order: { payment_status: 'review' } },
      });
    });

    it('records the payment of an order that was paid through a second session before', async () => {
      const { url, sessionId } = await payThroughSecondSession({
        close: async () => ({ kind: 'unavailable', detail: 'down' }),
      });
      await shop().sandbox.pay(url);
      for (let look = 0; look < 2; look++) {
        await shop().call('update-order-details', { sessionId });
        const payments = await scene.payments();
        expect(payments.map(({ standing }) => standing).sort()).toEqual(['review', 'surplus']);
      }
      await shop().commerce.idle();
      const subjects = (await scene.mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(subjects.filter((subject) => subject.includes('paid twice'))).toHaveLength(1);
    });

    it('expires unpaid orders, and accepts a payment that comes late', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      shop().advance(69 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('pending');
      shop().advance(2 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('expired');
      await shop().sandbox.pay(url);
      await shop().call('update-order-details', { sessionId });
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('gives a bank debit several days', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url, { method: 'us_bank_account' });
      shop().advance(24 * 60 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('pending');
    });

    it.each(providers)(
      'ends orders after a day whose provider %s was switched off',
      async (name) => {
        await setStock(5);
        onTestFinished(async () => void (await setStock(null)));
        await shop().sandbox.chaos({ webhooks: { drop: true } });
        const { reference } = await start(name);
        const off = without(name);
        shop().advance(23 * 60 * minute);
        await off.commerce.jobs.run('reconcile');
        expect((await order(reference))?.payment_status).toBe('pending');
        expect(await lastFindings()).toMatchObject([
          {
            kind: 'provider_off',
            provider: name,
            detail: expect.stringContaining('1 unpaid order'),
          },
        ]);
        expect(await stock()).toBe(3);
        shop().advance(2 * 60 * minute);
        await off.commerce.jobs.run('reconcile');
        expect((await order(reference))?.payment_status).toBe('expired');
        expect(await stock()).toBe(5);
        await off.commerce.jobs.run('reconcile');
        expect(await lastFindings()).toEqual([]);
      },
    );

    it('ends an order whose page was never seen when its provider was switched off', async () => {
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', fail: { status: 500, times: 10 } },
      });
      await shop().call('create-checkout', { items: [cartItem('resin')] });
      await shop().sandbox.chaos({});
      shop().advance(25 * 60 * minute);
      await without('stripe').commerce.jobs.run('reconcile');
      const [lost] = await shop().db.selectFrom('orders').selectAll().execute();
      expect(lost?.payment_status).toBe('expired');
    });

    it('keeps orders while their provider does not answer, for longer than a day', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { reference } = await start('paypal');
      const silent: PaymentProvider = {
        ...shop().paypal,
        readOrCapture: async () => ({ kind: 'unavailable', detail: 'down' }),
      };
      shop().advance(25 * 60 * minute);
      const down = shop().replica({ providers: [shop().provider, silent] });
      await down.commerce.jobs.run('reconcile');
      expect((await order(reference))?.payment_status).toBe('pending');
      expect(await lastFindings()).toEqual([]);
    });

    it('keeps an order for which money is under way when its provider was switched off', async () => {
      await setStock(5);
      onTestFinished(async () => void (await setStock(null)));
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const waiting = await start('paypal');
      await waiting.pay({ funding: 'pending' });
      expect((await capture(waiting.reference)).status).toBe(200);
      const id = await idOf(waiting.reference);
      const off = without('paypal');
      shop().advance(25 * 60 * minute);
      await off.commerce.jobs.run('reconcile');
      expect((await order(waiting.reference))?.payment_status).toBe('pending');
      expect(await stock()).toBe(3);
      expect(await lastFindings()).toMatchObject([
        {
          kind: 'order_unreadable',
          provider: 'paypal',
          order_id: id,
          detail: expect.stringMatching(
            new RegExp(`^paypal is switched off.*give its keys again.*${waiting.reference}`),
          ),
        },
      ]);
      // As if a capture had been started and its result never recorded.
      await shop()
        .db.updateTable('private.checkout_attempts')
        .set({ money_under_way_at: null, capture_claimed_at: shop().now() })
        .where('order_id', '=', id)
        .execute();
      await off.commerce.jobs.run('reconcile');
      expect((await order(waiting.reference))?.payment_status).toBe('pending');
      expect(await lastFindings()).toMatchObject([{ kind: 'order_unreadable', order_id: id }]);
      await shop().commerce.jobs.run('reconcile');
      expect(await lastFindings()).toEqual([]);
    });

    it('reports refunds and disputes that a provider had yet to decide when it was switched off', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const [payment] = await scene.payments();
      await shop().sandbox.control('disputes', { payment_intent: payment?.reference });
      await becomes(sessionId, 'disputed');
      await without('stripe').commerce.jobs.run('compare');
      expect(await lastFindings()).toMatchObject([
        { kind: 'provider_off', provider: 'stripe', detail: expect.stringContaining('1 payment') },
      ]);
    });

    it('finishes refunds before it reads orders, of which a provider may take long', async () => {
      const paid = await scene.paidOrder();
      const { headers } = await scene.signIn();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
        webhooks: { drop: true },
      });
      await shop().call('refund-order', { orderId: paid.orderId }, headers);
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      await start('paypal');
      shop().advance(11 * minute);
      const asked: string[] = [];
      const { provider, paypal } = shop();
      const replica = shop().replica({
        providers: [
          {
            ...provider,
            refund(wanted) {
              asked.push('refund');
              return provider.refund(wanted);
            },
          },
          {
            ...paypal,
            async readOrCapture() {
              asked.push('order');
              return { kind: 'unavailable', detail: 'down' };
            },
          },
        ],
      });
      await replica.commerce.jobs.run('reconcile');
      expect(asked).toEqual(['refund', 'order']);
    });

    it('stores a report of each run, also of failed ones', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url } = await checkout();
      await shop().sandbox.pay(url);
      await checkout();
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      await shop().commerce.jobs.run('compare');
      const broken = shop().replica({ site: () => Promise.reject(new TypeError('no')) });
      await expect(broken.commerce.jobs.run('reconcile')).rejects.toThrow('no');
      const reports = await shop()
        .db.selectFrom('reconcile_runs')
        .select(['kind', 'counts', 'findings', 'error'])
        .orderBy('id')
        .execute();
      expect(reports).toMatchObject([
        { kind: 'reconcile', counts: { orders_read: 2, orders_paid: 1 }, error: null },
        { kind: 'compare', counts: { orders_compared: 1 }, error: null },
        { kind: 'reconcile', error: 'TypeError' },
      ]);
      expect(reports.slice(0, 2).flatMap(ownFindings)).toEqual([]);
    });

    it('runs both jobs for an admin and returns their reports', async () => {
      const refused = await shop().call('reconcile', {});
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not_admin' } } });
      const answer = await shop().call('reconcile', {}, (await signIn()).headers);
      expect(answer.body.runs).toMatchObject([
        { kind: 'reconcile', error: null },
        { kind: 'compare', error: null },
      ]);
      expect(answer.body.runs.flatMap(ownFindings)).toEqual([]);
    });

    it('alerts the team once each time webhooks stop', async () => {
      const silent = async () => {
        await shop().commerce.idle();
        const mails = await mailsTo(teamEmail);
        return mails.filter((mail) => mail.subject === 'Stripe webhooks no longer reach the shop')
          .length;
      };
      const payUnheard = async () => {
        await shop().sandbox.chaos({ webhooks: { drop: true } });
        const { url, sessionId } = await checkout();
        await shop().sandbox.pay(url);
        await shop().call('update-order-details', { sessionId });
        // Needed because the database's clock does not move with ours.
        await shop()
          .db.updateTable('payments')
          .set({ created_at: shop().now() })
          .where('reference', 'is not', null)
          .execute();
      };
      const reconcile = async () => {
        // The sandbox keeps retrying events about earlier tests' payments.
        await shop()
          .db.deleteFrom('private.provider_events')
          .where('event_id', '<>', 'evt_heard')
          .execute();
        await shop().commerce.jobs.run('reconcile');
        return silent();
      };
      await payUnheard();
      expect(await reconcile()).toBe(0);
      shop().advance(31 * minute);
      await expect.poll(reconcile, { timeout: 20_000 }).toBe(1);
      expect(await reconcile()).toBe(1);

      await shop()
        .db.insertInto('private.provider_events')
        .values({
          provider: 'stripe',
          event_id: 'evt_heard',
          type: 'charge.succeeded',
          received_at: new Date(shop().now().getTime() + 1000),
          done_at: shop().now(),
        })
        .execute();
      await shop().commerce.jobs.run('reconcile');
      const [incident] = await shop().db.selectFrom('incidents').selectAll().execute();
      expect(incident?.closed_at).not.toBeNull();

      shop().advance(31 * minute);
      await payUnheard();
      shop().advance(31 * minute);
      await expect.poll(reconcile, { timeout: 20_000 }).toBe(2);
    });
  });
}
