import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/order.ts';
import { createRefundScene } from './refund-scene.ts';
import { createResinStock } from './resin-stock.ts';
import { minute, type Scene } from './scene.ts';
import { cartItem, newKey, sessionIdOf, teamEmail } from './test-shop.ts';

/** Orders canceled by the owner: what happens to their money, and to stock that no money paid for. */
export function testCancelling(scene: Scene): void {
  const { shop, signIn, mailsTo, paidOrder, checkout, order, becomes, refunds } = scene;
  const { call, paymentStatus, refundMails } = createRefundScene(scene);
  const { setStock, stock } = createResinStock(scene);
  const statusOf = async (orderId: string) =>
    (
      await shop()
        .db.selectFrom('orders')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).status;
  const setStatus = (orderId: string, status: OrderStatus) =>
    shop().db.updateTable('orders').set({ status }).where('id', '=', orderId).execute();
  const seen = async (orderId: string) => {
    const { at } = await shop()
      .db.selectFrom('orders')
      .select(sql<string>`to_json(updated_at) #>> '{}'`.as('at'))
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return { updatedAt: at };
  };
  const cancelledMails = async () =>
    (await mailsTo('ann@example.com')).filter(({ subject }) => subject.includes('was canceled'));
  const failedAlerts = async () =>
    (await mailsTo(teamEmail)).filter(({ subject }) => subject.includes('did not go through'));

  describe('cancels with a refund', () => {
    it('in one step, however often it is asked for, and tells the customer of both', async () => {
      const { orderId } = await paidOrder();
      const { headers, id } = await signIn();
      const body = { orderId, cancel: { seen: await seen(orderId), tell: true } };
      const click = () =>
        shop().call('refund-order', body, { ...headers, 'idempotency-key': `cancel-${orderId}` });
      const answers = [await click(), ...(await Promise.all([click(), click()]))];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await statusOf(orderId)).toBe('cancelled');
      expect(await paymentStatus(orderId)).toBe('refunded');
      expect(await refunds()).toHaveLength(1);
      await shop().commerce.idle();
      expect(await cancelledMails()).toHaveLength(1);
      expect(await refundMails()).toHaveLength(1);
      const { rows } = await sql<{ after: object }>`
        select after from public.audit_log
        where row_id = ${orderId} and actor_id = ${id} and after ? 'status'`.execute(shop().db);
      expect(rows).toMatchObject([{ after: { status: 'cancelled' } }]);
    });

    it('and says so to whoever cancels it otherwise from an older page', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      const cancel = { seen: await seen(orderId) };
      const key = { 'idempotency-key': `cancel-${orderId}` };
      const call = (body: object) =>
        shop().call('refund-order', { orderId, cancel, ...body }, { ...headers, ...key });
      expect((await call({})).status).toBe(200);
      expect(await call({ amount: 10 })).toMatchObject({
        status: 409,
        body: { error: { code: 'order_changed' } },
      });
      expect(await refunds()).toHaveLength(1);
    });

    it('and refunds what came back since when it is canceled a second time', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      const key = { 'idempotency-key': `cancel-${orderId}` };
      const canceling = async () => ({ orderId, cancel: { seen: await seen(orderId) } });
      // The provider's events, which come late, would change the order between reading it and
      // refunding it.
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const part = await shop().call('refund-order', { orderId, amount: 20 }, headers);
      const first = await shop().call('refund-order', await canceling(), { ...headers, ...key });
      expect(first.body.refund.amount).toBe(79.8);
      // The bank returns the earlier refund.
      await shop()
        .db.updateTable('refunds')
        .set({ state: 'failed', request_key: null })
        .where('id', '=', part.body.refund.id)
        .execute();
      await setStatus(orderId, 'pending');
      const asked: number[] = [];
      const { provider, paypal } = shop();
      const replica = shop().replica({
        providers: [
          {
            ...provider,
            async refund(wanted) {
              asked.push(wanted.amountCents);
              return {
                kind: 'refunded',
                refund: {
                  reference: `re_${wanted.refundId}`,
                  refundId: wanted.refundId,
                  amountCents: wanted.amountCents,
                  currency: 'USD',
                  state: 'succeeded',
                },
              };
            },
          },
          paypal,
        ],
      });
      const body = await canceling();
      const click = () => replica.call('refund-order', body, { ...headers, ...key });
      const second = await click();
      expect(second.body.refund).toMatchObject({ amount: 20 });
      expect(second.body.refund.id).not.toBe(first.body.refund.id);
      expect((await click()).body.refund.id).toBe(second.body.refund.id);
      expect(asked).toEqual([2000]);
      expect(await statusOf(orderId)).toBe('cancelled');
    });

    it('whose money goes back, though the provider gave no answer and nobody asks again', async () => {
      const { orderId } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
      });
      const answer = await call({ orderId, cancel: { seen: await seen(orderId) } });
      expect(answer).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      expect(await statusOf(orderId)).toBe('cancelled');
      expect(await refunds()).toMatchObject([{ state: 'requested' }]);
      await shop().sandbox.chaos({});
      shop().advance(2 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect(await paymentStatus(orderId)).toBe('refunded');
      await shop().commerce.idle();
      expect(await cancelledMails()).toEqual([]);
      expect(await failedAlerts()).toEqual([]);
    });

    it('and tells the team where the provider refuses it: whoever asked may be gone', async () => {
      const { orderId } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 400, times: 1 } },
      });
      const answer = await call({ orderId, cancel: { seen: await seen(orderId), tell: true } });
      expect(answer).toMatchObject({ status: 502, body: { error: { code: 'provider_refused' } } });
      expect(await statusOf(orderId)).toBe('cancelled');
      expect(await paymentStatus(orderId)).toBe('paid');
      await shop().commerce.idle();
      expect(await failedAlerts()).toHaveLength(1);
      expect(await cancelledMails()).toHaveLength(1);
    });

    it('and tells nobody where whoever asked still sees a refusal beside the order', async () => {
      const { orderId } = await paidOrder();
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 400, times: 1 } },
      });
      expect((await call({ orderId })).status).toBe(502);
      await shop().commerce.idle();
      expect(await failedAlerts()).toEqual([]);
    });

    it('nothing that has changed since, was never paid or is refunded', async () => {
      const { orderId } = await paidOrder();
      const before = await seen(orderId);
      await setStatus(orderId, 'shipped');
      expect(await call({ orderId, cancel: { seen: before, tell: true } })).toMatchObject({
        status: 409,
        body: { error: { code: 'order_changed' } },
      });
      expect(await statusOf(orderId)).toBe('shipped');
      const { sessionId } = await checkout();
      const unpaid = (await order(sessionId))?.id ?? '';
      expect(await call({ orderId: unpaid, cancel: { seen: await seen(unpaid) } })).toMatchObject({
        status: 409,
        body: { error: { code: 'order_unpaid' } },
      });
      expect(await statusOf(unpaid)).toBe('pending');
      expect(await refunds()).toEqual([]);
      expect((await call({ orderId })).status).toBe(200);
      expect(
        await call({ orderId, cancel: { seen: await seen(orderId) } }, { 'idempotency-key': 'b' }),
      ).toMatchObject({ status: 409, body: { error: { code: 'nothing_to_refund' } } });
      expect(await statusOf(orderId)).toBe('shipped');
      await shop().commerce.idle();
      expect(await cancelledMails()).toEqual([]);
    });
  });

  describe('cancels what cost nothing', () => {
    beforeEach(() => setStock(5));
    afterEach(async () => {
      await setStock(null);
      await shop().db.deleteFrom('discounts').execute();
    });

    /** An order that a discount code made free, open on Stripe's page. */
    async function freeCheckout() {
      await shop()
        .db.insertInto('discounts')
        .values({ code: 'GIFT', kind: 'percent', value: '100' })
        .execute();
      const items = [cartItem('resin', 2)];
      const { body } = await shop().call('create-checkout', { items, discountCode: 'GIFT' });
      const sessionId = sessionIdOf(body.url);
      const id = (await order(sessionId))?.id ?? '';
      return { url: body.url as string, sessionId, id };
    }
    async function freeOrder() {
      const { url, sessionId, id } = await freeCheckout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      return id;
    }
    async function replacement() {
      const { orderId } = await paidOrder([cartItem('drops', 1)]);
      const customer = { name: 'Ann', email: 'ann@example.com', phone: '', address: '1 Main St' };
      const payment = { kind: 'replacement', replaces: orderId, reason: 'Arrived broken' };
      const { body } = await shop().call(
        'create-manual-order',
        { items: [cartItem('resin', 2)], customer, payment },
        { ...(await signIn()).headers, 'idempotency-key': newKey() },
      );
      return body.orderId as string;
    }

    it.each([
      ['an order that a code made free', freeOrder],
      ['a replacement', replacement],
    ])('%s: its stock goes back, once, and is taken again', async (_what, place) => {
      const id = await place();
      expect(await stock()).toBe(3);
      await setStatus(id, 'cancelled');
      await setStatus(id, 'cancelled');
      expect(await stock()).toBe(5);
      await setStatus(id, 'pending');
      expect(await stock()).toBe(3);
      await setStatus(id, 'cancelled');
      expect(await stock()).toBe(5);
      await setStatus(id, 'shipped');
      expect(await stock()).toBe(3);
      // What has shipped does not come back into stock.
      await setStatus(id, 'cancelled');
      expect(await stock()).toBe(3);
      await setStatus(id, 'pending');
      expect(await stock()).toBe(3);
    });

    it('and says where there is no longer enough to take it again', async () => {
      const id = await replacement();
      await setStatus(id, 'cancelled');
      await setStock(1);
      await expect(setStatus(id, 'pending')).rejects.toThrow(
        `Order #${id.slice(0, 8)} stays canceled: its stock was put back, and only 1 of Resin is left.`,
      );
      expect(await statusOf(id)).toBe('cancelled');
      expect(await stock()).toBe(1);
      await setStock(0);
      await expect(setStatus(id, 'processing')).rejects.toThrow('and Resin is sold out.');
      await setStock(2);
      await setStatus(id, 'pending');
      expect(await stock()).toBe(0);
    });

    it('and leaves the stock of what was paid for to its refund', async () => {
      const { orderId } = await paidOrder();
      for (const status of ['cancelled', 'pending'] as const) {
        await setStatus(orderId, status);
        expect(await stock()).toBe(3);
      }
    });

    it('and keeps the stock of what is in a parcel', async () => {
      const id = await replacement();
      const { headers } = await signIn();
      const parcel = { orderId: id, carrier: 'UPS', trackingNumber: '1Z' };
      expect((await shop().call('ship-order', parcel, headers)).status).toBe(200);
      await setStatus(id, 'pending');
      await setStatus(id, 'cancelled');
      expect(await stock()).toBe(3);
    });

    it('and gives back once what is canceled while its page is open', async () => {
      const { id, sessionId } = await freeCheckout();
      await setStatus(id, 'cancelled');
      expect(await stock()).toBe(3);
      await shop().commerce.jobs.run('cancelled');
      await becomes(sessionId, 'expired');
      expect(await stock()).toBe(5);
      // The order has ended, so nothing is held for it.
      await setStatus(id, 'pending');
      expect(await stock()).toBe(5);
    });

    it('and gives back what was completed faster than it was canceled', async () => {
      const held = shop().holdWebhooks();
      const { id, url, sessionId } = await freeCheckout();
      await shop().sandbox.pay(url);
      await setStatus(id, 'cancelled');
      held.release();
      await shop().call('update-order-details', { sessionId });
      await becomes(sessionId, 'review');
      expect(await stock()).toBe(5);
      const { headers } = await signIn();
      const accepted = await shop().call('accept-payment', { orderId: id }, headers);
      expect(accepted.status).toBe(200);
      expect(await stock()).toBe(5);
      await setStatus(id, 'pending');
      expect(await stock()).toBe(3);
    });
  });
}
