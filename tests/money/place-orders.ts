import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRefundScene } from './refund-scene.ts';
import type { Scene } from './scene.ts';
import { cartItem, newKey, products, teamEmail } from './test-shop.ts';

const { resin } = products;

/** Orders the owner places: paid outside the shop, or at no charge. */
export function testPlacing(scene: Scene): void {
  const { shop, signIn, mailsTo, paidOrder, payments, refunds } = scene;
  const refunding = createRefundScene(scene);
  const customer = {
    name: 'Ann Example',
    email: 'ann@example.com',
    phone: '+1 555 0199',
    address: '1 Main St\nDenver, CO 80202\nUS',
  };
  const outside = { kind: 'outside', paidBy: 'bank_transfer', reference: 'RF18', tell: true };
  const place = async (body: object = {}, key = newKey(), headers?: Record<string, string>) =>
    shop().call(
      'create-manual-order',
      { items: [cartItem('resin', 2)], customer, payment: outside, ...body },
      { ...(headers ?? (await signIn()).headers), 'idempotency-key': key },
    );
  const orders = () => shop().db.selectFrom('orders').selectAll().execute();
  const sales = async () => {
    const { rows } = await sql<{ order_id: string; cents: string }>`
      select order_id, cents from private.sales order by paid_at`.execute(shop().db);
    return rows.map(({ order_id, cents }) => [order_id, Number(cents)]);
  };
  const setStock = (stock: number | null) =>
    shop().db.updateTable('products').set({ stock }).where('id', '=', resin.id).execute();
  const stock = async () => {
    const { stock } = await shop()
      .db.selectFrom('products')
      .select('stock')
      .where('id', '=', resin.id)
      .executeTakeFirstOrThrow();
    return stock;
  };

  describe('the owner places', () => {
    beforeEach(() => setStock(5));
    afterEach(() => setStock(null));

    it('an order that was paid outside, at the catalog’s price, as no provider’s money', async () => {
      const { id: owner, headers } = await signIn();
      const cheap = [cartItem('resin', 2, { price: 0.01 })];
      const { status, body } = await place({ items: cheap }, newKey(), headers);
      expect(status).toBe(200);
      const [placed] = await orders();
      expect(placed).toMatchObject({
        ...{ id: body.orderId, total_amount: '99.80', payment_status: 'paid', status: 'pending' },
        ...{ stripe_session_id: null, paypal_order_id: null, ...customer },
      });
      expect(await payments()).toMatchObject([
        {
          ...{ order_id: body.orderId, provider: 'bank_transfer', amount_cents: 9980 },
          ...{ currency: 'USD', standing: 'settled', reference: `RF18 · ${body.orderId}` },
        },
      ]);
      expect(await sales()).toEqual([[body.orderId, 9980]]);
      expect(await stock()).toBe(3);
      const { rows } = await sql<{ after: object }>`
        select after from public.audit_log where row_id = ${body.orderId} and actor_id = ${owner}
      `.execute(shop().db);
      expect(rows).toMatchObject([{ after: { payment_status: 'paid' } }]);
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
      // No provider is asked about it, so nothing is found missing there.
      shop().advance(2 * 24 * 60 * 60_000);
      await shop().commerce.jobs.run('compare');
      const runs = await shop().db.selectFrom('reconcile_runs').select('findings').execute();
      const about = runs.flatMap(({ findings }) => findings as { order_id?: string }[]);
      expect(about.filter(({ order_id }) => order_id === body.orderId)).toEqual([]);
    });

    it('nothing by mail where that was not asked for, and to nobody without an address', async () => {
      await place({ payment: { ...outside, tell: false } });
      await place({ customer: { ...customer, email: '' } });
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toEqual([]);
      expect((await orders()).map(({ email }) => email).sort()).toEqual([
        'ann@example.com',
        'pending@checkout.example',
      ]);
    });

    it('one order, however often and at once the form is sent', async () => {
      const { headers } = await signIn();
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 8 }, () => place({}, key, headers)));
      expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
      expect(await orders()).toHaveLength(1);
      expect(await payments()).toHaveLength(1);
      expect(await stock()).toBe(3);
      const other = await place({ items: [cartItem('resin', 1)] }, key, headers);
      expect(other).toMatchObject({ status: 409, body: { error: { code: 'attempt_conflict' } } });
      expect(await orders()).toHaveLength(1);
    });

    it('an order only at the total that they saw, and finds it again after prices have changed', async () => {
      const { headers } = await signIn();
      const setPrice = (price: string) =>
        shop().db.updateTable('products').set({ price }).where('id', '=', resin.id).execute();
      const key = newKey();
      const seen = { totalCents: 9980 };
      await setPrice('59.90');
      try {
        expect(await place({ seen }, key, headers)).toMatchObject({
          status: 409,
          body: {
            error: {
              code: 'amount_changed',
              message: 'The total has changed from $99.80 to $119.80.',
            },
          },
        });
        expect(await orders()).toEqual([]);
        expect(await stock()).toBe(5);
        const agreed = await place({ seen: { totalCents: 11980 } }, key, headers);
        expect(agreed.status).toBe(200);
        expect(await orders()).toMatchObject([{ total_amount: '119.80' }]);
        await setPrice('49.90');
        const again = await place({ seen }, key, headers);
        expect(again.body).toEqual(agreed.body);
      } finally {
        await setPrice(resin.price);
      }
    });

    it('nothing where there is not enough, or the form says too little', async () => {
      const short = await place({ items: [cartItem('resin', 6)] });
      expect(short).toMatchObject({
        status: 409,
        body: { error: { code: 'out_of_stock', lines: [{ id: resin.id, available: 5 }] } },
      });
      const bad = [
        { items: [] },
        { items: [cartItem('gone')] },
        { customer: { ...customer, name: ' ' } },
        { customer: { ...customer, email: 'nobody' } },
        { payment: { ...outside, paidBy: 'stripe' } },
        { payment: { kind: 'replacement', replaces: newKey(), reason: '' } },
        { payment: { kind: 'replacement', replaces: newKey(), reason: 'Broken' } },
      ];
      for (const body of bad) expect((await place(body)).status).toBeGreaterThanOrEqual(400);
      const { headers } = await signIn();
      const wanted = { items: [cartItem('resin')], customer, payment: outside };
      const keyless = await shop().call('create-manual-order', wanted, headers);
      expect(keyless.status).toBe(400);
      const { headers: shopper } = await signIn({ role: 'customer' });
      expect((await place({}, newKey(), shopper)).status).toBe(403);
      expect(await orders()).toEqual([]);
      expect(await stock()).toBe(5);
    });

    it('a replacement: no money, no sale, stock taken, and ready to be packed', async () => {
      const { orderId } = await paidOrder([cartItem('resin', 1)]);
      const before = await sales();
      const payment = { kind: 'replacement', replaces: orderId, reason: 'Arrived broken' };
      const { status, body } = await place({ payment });
      expect(status).toBe(200);
      const placed = (await orders()).find(({ id }) => id === body.orderId);
      expect(placed).toMatchObject({
        ...{ total_amount: '0.00', subtotal_amount: '0.00', payment_status: 'paid' },
        ...{ status: 'pending', paid_at: null, ...customer },
      });
      expect(placed?.order_items).toMatchObject([{ name: 'Resin', price: 0, quantity: 2 }]);
      const noted = await shop().db.selectFrom('manual_orders').selectAll().execute();
      expect(noted).toMatchObject([{ replaces: orderId, reason: 'Arrived broken' }]);
      expect(await payments()).toHaveLength(1);
      expect(await sales()).toEqual(before);
      expect(await stock()).toBe(2);
      const { headers } = await signIn();
      const parcel = { orderId: body.orderId, carrier: 'UPS', trackingNumber: '1Z' };
      expect((await shop().call('ship-order', parcel, headers)).status).toBe(200);
      const refund = await refunding.call({ orderId: body.orderId });
      expect(refund).toMatchObject({ status: 409, body: { error: { code: 'order_unpaid' } } });
    });

    it('and notes what they give back themselves, to the cent', async () => {
      const { body } = await place();
      const { orderId } = body;
      const parts = { lines: [{ line: 0, quantity: 1 }], delivery: false, restock: true };
      const key = { 'idempotency-key': newKey() };
      const [part] = await Promise.all([
        refunding.call({ orderId, parts }, key),
        refunding.call({ orderId, parts }, key),
      ]);
      expect(part.body).toMatchObject({
        refund: { amount: 49.9, state: 'succeeded' },
        order: { payment_status: 'partially_refunded', refundable: 49.9 },
      });
      expect(await refunds()).toMatchObject([{ provider: 'bank_transfer', state: 'succeeded' }]);
      expect(await stock()).toBe(4);
      expect((await refunding.call({ orderId, amount: 50 })).body.error.code).toBe(
        'amount_too_high',
      );
      expect((await refunding.call({ orderId })).status).toBe(200);
      expect(await refunding.paymentStatus(orderId)).toBe('refunded');
      await shop().commerce.idle();
      expect(await refunding.refundMails()).toHaveLength(2);
    });

    it('and has a refund noted that was cut off in between', async () => {
      const { body } = await place();
      const [payment] = await payments();
      await shop()
        .db.insertInto('refunds')
        .values({
          ...{ order_id: body.orderId, payment_id: payment?.id ?? '', provider: 'bank_transfer' },
          ...{ amount_cents: 9980, currency: 'USD', state: 'requested', origin: 'shop' },
        })
        .execute();
      shop().advance(10 * 60_000);
      await shop().commerce.jobs.run('reconcile');
      expect(await refunds()).toMatchObject([{ state: 'succeeded' }]);
      expect(await refunding.paymentStatus(body.orderId)).toBe('refunded');
    });
  });
}
