import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createRefundScene } from './refund-scene.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, newKey, products } from './test-shop.ts';

export function testRefunds(scene: Scene): void {
  const { shop, becomes, refunds, signIn, paidOrder } = scene;
  const { call, extraPayment, paymentStatus, refundMails } = createRefundScene(scene);
  const atProvider = async (payment: { reference: string }) => {
    const history = await shop().provider.readPayment(payment.reference);
    if (history.kind !== 'history') throw new Error(history.kind);
    return history;
  };

  const lastFindings = async () => {
    const { findings } = await shop()
      .db.selectFrom('reconcile_runs')
      .select('findings')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return findings;
  };

  const setStock = (stock: number | null) =>
    shop().db.updateTable('products').set({ stock }).where('id', '=', products.resin.id).execute();
  const stock = async () => {
    const { rows } = await shop().database.query<{ stock: number; returned: number[] }>({
      text: `select stock, array(
          select change from public.stock_movements
          where product_id = products.id and reason = 'returned' and order_id is not null order by id
        ) as returned
        from public.products where id = $1`,
      values: [products.resin.id],
    });
    return rows[0];
  };

  describe('refunds', () => {
    it('refunds once for twenty clicks and emails the customer', async () => {
      const { orderId, payment } = await paidOrder();
      const { headers } = await signIn();
      const click = () => shop().call('refund-order', { orderId }, headers);
      const answers = await Promise.all(Array.from({ length: 20 }, click));
      answers.push(await click());
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 200,
          body: {
            refund: { id: answers[0]?.body.refund.id, amount: 99.8, currency: 'USD' },
            order: { id: orderId, payment_status: 'refunded', refunded: 99.8, refundable: 0 },
          },
        });
      }
      expect((await atProvider(payment)).refunds).toHaveLength(1);
      expect(await refunds()).toMatchObject([{ origin: 'shop', state: 'succeeded' }]);
      await shop().commerce.idle();
      expect(await refundMails()).toHaveLength(1);
    });

    it('refunds once when clicks reach two replicas', async () => {
      const { orderId, payment } = await paidOrder();
      const { headers } = await signIn();
      const replicas = [shop().replica(), shop().replica()];
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          replicas[index % 2]?.call('refund-order', { orderId, amount: 20 }, headers),
        ),
      );
      expect((await atProvider(payment)).refunds).toMatchObject([{ amountCents: 2000 }]);
      expect(await paymentStatus(orderId)).toBe('partially_refunded');
    });

    it('refunds once when two screens that saw the same order refund the same part', async () => {
      const { orderId, payment } = await paidOrder();
      const { headers } = await signIn();
      const refundFrom = (refundedCents: number) =>
        shop().call(
          'refund-order',
          { orderId, amount: 20, seen: { refundedCents } },
          { ...headers, 'idempotency-key': newKey() },
        );
      const answers = await Promise.all([refundFrom(0), refundFrom(0)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error).toEqual({
        code: 'order_changed',
        message: 'Another refund was sent since you opened this order. Nothing more was refunded.',
      });
      expect((await atProvider(payment)).refunds).toMatchObject([{ amountCents: 2000 }]);
      expect((await refundFrom(2000)).status).toBe(200);
    });

    it('refunds in parts, never more than was paid, however many at once', async () => {
      const { orderId, payment } = await paidOrder();
      const { headers } = await signIn();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          shop().call(
            'refund-order',
            { orderId, amount: '30.00' },
            { ...headers, 'idempotency-key': newKey() },
          ),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, 200, 200, ...Array(9).fill(409)]);
      expect(answers.find((answer) => answer.status === 409)?.body.error).toEqual({
        code: 'amount_too_high',
        message: 'You can refund at most $9.80.',
      });
      expect((await atProvider(payment)).refunds).toHaveLength(3);
      expect(await paymentStatus(orderId)).toBe('partially_refunded');
      const rest = await call({ orderId });
      expect(rest.body).toMatchObject({
        refund: { amount: 9.8 },
        order: { payment_status: 'refunded', refunded: 99.8, refundable: 0 },
      });
      const more = await call({ orderId, amount: 0.01 });
      expect(more).toMatchObject({ status: 409, body: { error: { code: 'nothing_to_refund' } } });
      await shop().commerce.idle();
      expect(await refundMails()).toHaveLength(4);
    });

    it('creates one refund per key', async () => {
      const { orderId } = await paidOrder();
      const key = { 'idempotency-key': newKey() };
      const first = await call({ orderId, amount: 10 }, key);
      expect((await call({ orderId, amount: 10 }, key)).body.refund).toEqual(first.body.refund);
      expect(await call({ orderId, amount: 11 }, key)).toMatchObject({
        status: 409,
        body: { error: { code: 'attempt_conflict' } },
      });
      const second = await call({ orderId, amount: 10 }, { 'idempotency-key': newKey() });
      expect(second.body.refund.id).not.toBe(first.body.refund.id);
      expect(second.body.order.refunded).toBe(20);
    });

    it('asks the database who is an admin, not the token', async () => {
      const { orderId } = await paidOrder();
      const refused = { status: 403, body: { error: { code: 'not_admin' } } };
      const stranger = await signIn({ role: 'customer' });
      const signedOut = await signIn();
      await shop().database.query({
        text: 'delete from auth.sessions where user_id = $1',
        values: [signedOut.id],
      });
      for (const name of [
        'refund-order',
        'accept-payment',
        'ship-order',
        'resend-order-email',
        'resend-failed-mail',
        'dismiss-failed-mails',
      ]) {
        const body = { orderId, carrier: 'UPS', trackingNumber: '1Z' };
        expect(await shop().call(name, body)).toMatchObject(refused);
        expect(await shop().call(name, body, stranger.headers)).toMatchObject(refused);
        expect(await shop().call(name, body, signedOut.headers)).toMatchObject(refused);
      }
      expect(await refunds()).toEqual([]);
    });

    it.each([
      ['order_not_found', 404, { orderId: '10000000-0000-4000-8000-00000000dead' }],
      ['invalid_request', 400, { orderId: 'no id' }],
      ['invalid_request', 400, { amount: -1 }],
      ['invalid_request', 400, { amount: '1e3' }],
      ['amount_too_high', 409, { amount: 99.81 }],
    ])('refuses %s with %d', async (code, status, changes) => {
      const { orderId } = await paidOrder();
      expect(await call({ orderId, ...changes })).toMatchObject({
        status,
        body: { error: { code } },
      });
      expect(await refunds()).toEqual([]);
    });

    it('refunds nothing that was not paid', async () => {
      const { sessionId } = await scene.checkout();
      const orderId = (await scene.order(sessionId))?.id;
      expect(await call({ orderId })).toMatchObject({
        status: 409,
        body: { error: { code: 'order_unpaid' } },
      });
    });

    it('finds a refund whose response was lost and creates no second one', async () => {
      const { orderId, payment } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', answerLost: true },
        webhooks: { drop: true },
      });
      const lost = await call({ orderId, amount: 10 });
      expect(lost).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      expect(await refunds()).toMatchObject([{ state: 'requested' }]);
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      shop().advance(2 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect(await refunds()).toMatchObject([{ state: 'succeeded', origin: 'shop' }]);
      expect((await atProvider(payment)).refunds).toHaveLength(1);
      expect(await paymentStatus(orderId)).toBe('partially_refunded');
      const again = await call({ orderId, amount: 10 });
      expect(again.body.order).toMatchObject({ refunded: 10, refundable: 89.8 });
    });

    it('asks the provider before it repeats a refund whose key may be forgotten', async () => {
      const { orderId, payment } = await paidOrder();
      const key = { 'idempotency-key': newKey() };
      const { headers } = await signIn();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', answerLost: true },
        webhooks: { drop: true },
      });
      const refund = { orderId, amount: 10 };
      expect((await shop().call('refund-order', refund, { ...headers, ...key })).status).toBe(503);
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { provider, paypal } = shop();
      const forgetful: PaymentProvider = {
        ...provider,
        readPayment: async () => ({ kind: 'unavailable', detail: 'no right to read' }),
        refund: (wanted) => provider.refund({ ...wanted, refundId: newKey() }),
      };
      const replica = shop().replica({ providers: [forgetful, paypal] });
      shop().advance(25 * 60 * minute);
      const again = await replica.call('refund-order', refund, { ...headers, ...key });
      expect(again).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      expect((await atProvider(payment)).refunds).toMatchObject([{ amountCents: 1000 }]);
      await replica.commerce.jobs.run('reconcile');
      expect(await lastFindings()).toMatchObject([
        {
          kind: 'order_unreadable',
          provider: 'stripe',
          order_id: orderId,
          detail: expect.stringContaining('no right to read'),
        },
      ]);
      const read = await shop().call('refund-order', refund, { ...headers, ...key });
      expect(read.body.refund).toMatchObject({ amount: 10, state: 'succeeded' });
      expect((await atProvider(payment)).refunds).toHaveLength(1);
    });

    it('gives up a refund that is asked for again after its key, and was never made', async () => {
      const { orderId, payment } = await paidOrder();
      const key = { 'idempotency-key': newKey() };
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
      });
      expect((await call({ orderId }, key)).status).toBe(503);
      await shop().sandbox.chaos({});
      shop().advance(25 * 60 * minute);
      expect(await call({ orderId }, key)).toMatchObject({
        status: 502,
        body: { error: { code: 'provider_refused' } },
      });
      expect((await atProvider(payment)).refunds).toEqual([]);
      expect((await call({ orderId }, key)).body.refund.state).toBe('succeeded');
      expect((await atProvider(payment)).refunds).toHaveLength(1);
    });

    it('retries a refund that the provider could not take', async () => {
      const { orderId, payment } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
      });
      expect((await call({ orderId })).status).toBe(503);
      await shop().sandbox.chaos({});
      expect((await atProvider(payment)).refunds).toEqual([]);
      shop().advance(2 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await atProvider(payment)).refunds).toHaveLength(1);
      expect(await paymentStatus(orderId)).toBe('refunded');
    });

    it('asks a provider that does not answer about a few refunds only', async () => {
      const { orderId } = await paidOrder();
      await shop().database.query({
        text: `with more as (
            insert into public.payments (order_id, provider, reference, amount_cents, currency, standing)
            select $1, 'stripe', 'pi_silent_' || n, 100, 'USD', 'surplus' from generate_series(1, 120) as n
            returning id
          )
          insert into public.refunds
            (order_id, payment_id, provider, amount_cents, currency, state, origin, created_at)
          select $1, id, 'stripe', 100, 'USD', 'requested', 'shop', now() - interval '1 hour' from more`,
        values: [orderId],
      });
      const { provider, paypal } = shop();
      const readPayment = vi.fn(
        async (_reference: string) => ({ kind: 'unavailable', detail: 'down' }) as const,
      );
      await shop()
        .replica({ providers: [{ ...provider, readPayment }, paypal] })
        .commerce.jobs.run('reconcile');
      const asked = readPayment.mock.calls.filter(([reference]) =>
        reference.startsWith('pi_silent_'),
      );
      expect(asked).toHaveLength(5);
    });

    it('reports a refund of a payment that the provider does not know', async () => {
      const { orderId, payment } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
      });
      expect((await call({ orderId })).status).toBe(503);
      await shop().sandbox.chaos({});
      shop().advance(2 * minute);
      const { provider, paypal } = shop();
      const knowsNone = { ...provider, readPayment: async () => ({ kind: 'not_found' }) as const };
      await shop()
        .replica({ providers: [knowsNone, paypal] })
        .commerce.jobs.run('reconcile');
      expect(await lastFindings()).toMatchObject([
        {
          kind: 'order_unreadable',
          provider: 'stripe',
          order_id: orderId,
          detail: expect.stringContaining(payment.reference),
        },
      ]);
      await shop().commerce.jobs.run('reconcile');
      expect(await paymentStatus(orderId)).toBe('refunded');
    });

    it('refuses a key that was used for another payment of the order', async () => {
      const { orderId } = await paidOrder();
      const extra = await extraPayment(orderId);
      const { headers } = await signIn();
      const keyed = { ...headers, 'idempotency-key': newKey() };
      const refund = (body: object) => shop().call('refund-order', { orderId, ...body }, keyed);
      expect((await refund({ amount: 10 })).status).toBe(200);
      expect(await refund({ amount: 10, paymentId: extra.id })).toMatchObject({
        status: 409,
        body: { error: { code: 'attempt_conflict' } },
      });
    });

    it('refunds an extra payment and leaves the order paid', async () => {
      const { orderId, payment } = await paidOrder();
      const extra = await extraPayment(orderId);
      const answer = await call({ orderId, amount: 99.8, paymentId: extra.id });
      expect(answer.body).toMatchObject({
        refund: { amount: 99.8 },
        order: { payment_status: 'paid', refunded: 99.8, refundable: 0 },
      });
      expect((await atProvider(extra)).refunds).toMatchObject([{ amountCents: 9980 }]);
      expect((await atProvider(payment)).refunds).toEqual([]);
      expect(await paymentStatus(orderId)).toBe('paid');
    });

    it('refunds payments in review', async () => {
      const { url, sessionId } = await scene.checkout();
      await shop()
        .db.updateTable('orders')
        .set({ total_amount: '500.00' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'review');
      const orderId = (await scene.order(sessionId))?.id;
      expect((await call({ orderId, amount: 10 })).body.order.payment_status).toBe('review');
      expect((await call({ orderId })).body.order).toMatchObject({
        payment_status: 'refunded',
        refunded: 99.8,
      });
    });
  });

  describe('refunds of parts', () => {
    afterEach(() => setStock(null));

    it('refunds chosen items and puts them back in stock, once', async () => {
      await setStock(5);
      const { orderId, payment } = await paidOrder([cartItem('resin', 3), cartItem('drops', 1)]);
      expect(await stock()).toEqual({ stock: 2, returned: [] });
      const key = { 'idempotency-key': newKey() };
      const two = { lines: [{ line: 0, quantity: 2 }], restock: true };
      const click = () => call({ orderId, parts: two }, key);
      const answers = await Promise.all([click(), click(), click()]);
      answers.push(await click());
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 200, body: { refund: { amount: 99.8 } } });
      }
      expect((await atProvider(payment)).refunds).toMatchObject([{ amountCents: 9980 }]);
      expect(await stock()).toEqual({ stock: 4, returned: [2] });
      expect(
        await call({ orderId, parts: { lines: [{ line: 0, quantity: 1 }] } }, key),
      ).toMatchObject({ status: 409, body: { error: { code: 'attempt_conflict' } } });
      expect(await call({ orderId, parts: two })).toMatchObject({
        status: 409,
        body: { error: { code: 'parts_refunded' } },
      });
      const rest = {
        lines: [
          { line: 1, quantity: 1 },
          { line: 0, quantity: 1 },
        ],
        delivery: true,
      };
      expect((await call({ orderId, parts: rest })).body).toMatchObject({
        refund: { amount: 78.95 },
        order: { payment_status: 'refunded', refundable: 0 },
      });
      expect(await stock()).toEqual({ stock: 4, returned: [2] });
      await shop().commerce.idle();
      const told = (await refundMails()).map(({ text }) => /This refund is for .+/.exec(text)?.[0]);
      expect(told.sort()).toEqual([
        'This refund is for 1 × Drops 30ml and 1 × Resin 30g.',
        'This refund is for 2 × Resin 30g.',
      ]);
    });

    it('puts nothing back for a refund that the provider refuses', async () => {
      await setStock(5);
      const { orderId } = await paidOrder([cartItem('resin', 2)]);
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 400, times: 1 } },
      });
      const parts = { lines: [{ line: 0, quantity: 2 }], restock: true };
      expect((await call({ orderId, parts })).status).toBe(502);
      expect(await stock()).toEqual({ stock: 3, returned: [] });
      await shop().sandbox.chaos({});
      expect((await call({ orderId, parts })).status).toBe(200);
      expect(await stock()).toEqual({ stock: 5, returned: [2] });
    });

    it('puts back nothing that was sold before its product was counted', async () => {
      const { orderId } = await paidOrder([cartItem('resin', 2)]);
      await setStock(5);
      const parts = { lines: [{ line: 0, quantity: 2 }], restock: true };
      expect((await call({ orderId, parts })).status).toBe(200);
      expect(await stock()).toEqual({ stock: 5, returned: [] });
    });

    it.each([
      ['nothing', { lines: [] }],
      ['a line twice', { lines: Array(2).fill({ line: 0, quantity: 1 }) }],
      ['less than one', { lines: [{ line: 0, quantity: 0 }] }],
    ])('refuses parts that name %s', async (_what, parts) => {
      const { orderId } = await paidOrder();
      expect(await call({ orderId, parts })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
    });
  });
}
