import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Scene } from './scene.ts';
import { cartItem } from './test-shop.ts';

export function testShipping({ shop, order, mailsTo, signIn, paidOrder, checkout }: Scene): void {
  describe('ships', () => {
    const parcel = { carrier: 'UPS', trackingNumber: '1Z 999' };

    /** The order's exact last change, as the screen sends it. */
    const changedAt = async (orderId: string) => {
      const { at } = await shop()
        .db.selectFrom('orders')
        .select(sql<string>`to_json(updated_at) #>> '{}'`.as('at'))
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return at;
    };

    it('records one shipment and sends one email, however often clicked', async () => {
      const { orderId, sessionId } = await paidOrder();
      const { headers } = await signIn();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          shop().call('ship-order', { orderId, ...parcel }, headers),
        ),
      );
      expect(answers.filter((answer) => answer.body.alreadyShipped === false)).toHaveLength(1);
      expect(answers[0]?.body).toMatchObject({
        shipment: {
          carrier: 'UPS',
          tracking_number: '1Z 999',
          tracking_url: 'https://www.ups.com/track?tracknum=1Z%20999',
        },
        order: { id: orderId, status: 'shipped' },
      });
      expect((await order(sessionId))?.status).toBe('shipped');
      await shop().commerce.idle();
      const mails = (await mailsTo('ann@example.com')).filter((mail) =>
        mail.subject.includes('on its way'),
      );
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('1Z 999');
    });

    it('records a second shipment of an order that was seen to have left, with its own email', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      await shop().call('ship-order', { orderId, ...parcel }, headers);
      const seen = { updatedAt: await changedAt(orderId), refundedCents: 0 };
      await shop().call('ship-order', { orderId, ...parcel, trackingNumber: '2', seen }, headers);
      await shop().commerce.idle();
      const mails = await mailsTo('ann@example.com');
      expect(mails.filter((mail) => mail.subject.includes('on its way'))).toHaveLength(2);
    });

    it('makes one shipment of what administrators ship at once, each in a parcel of their own', async () => {
      const { headers } = await signIn();
      const shipAtOnce = async (orderId: string, more: object = {}) => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) => {
            const body = { orderId, ...parcel, trackingNumber: `${index}`, ...more };
            return shop().call('ship-order', body, headers);
          }),
        );
        const refused = answers.filter(({ status }) => status !== 200);
        return refused.map(({ body }) => body.error.code as string);
      };
      const { orderId } = await paidOrder();
      expect(await shipAtOnce(orderId)).toEqual(Array(7).fill('already_shipped'));
      const seen = { updatedAt: await changedAt(orderId), refundedCents: 0 };
      const further = await shipAtOnce(orderId, { carrier: 'DHL', seen });
      expect(further).toEqual(Array(7).fill('order_changed'));
      const delivered = await paidOrder();
      await shop()
        .db.updateTable('orders')
        .set({ status: 'delivered' })
        .where('id', '=', delivered.orderId)
        .execute();
      const late = { orderId: delivered.orderId, ...parcel };
      expect(await shop().call('ship-order', late, headers)).toMatchObject({
        status: 409,
        body: {
          error: { code: 'already_shipped', message: 'This order is already delivered.' },
        },
      });
      const shipped = await shop().db.selectFrom('shipments').select('order_id').execute();
      expect(shipped).toEqual([{ order_id: orderId }, { order_id: orderId }]);
    });

    it('refuses to ship unpaid, refunded and canceled orders', async () => {
      const { headers } = await signIn();
      const { sessionId } = await checkout();
      const unpaid = (await order(sessionId))?.id;
      const ship = (orderId: unknown, changes: object = {}) =>
        shop().call('ship-order', { orderId, ...parcel, ...changes }, headers);
      expect(await ship(unpaid)).toMatchObject({
        status: 409,
        body: { error: { code: 'order_unpaid' } },
      });
      const { orderId } = await paidOrder();
      await shop().call('refund-order', { orderId }, headers);
      expect((await ship(orderId)).body.error.code).toBe('order_unpaid');
      const cancelled = await paidOrder();
      await shop()
        .db.updateTable('orders')
        .set({ status: 'cancelled' })
        .where('id', '=', cancelled.orderId)
        .execute();
      expect((await ship(cancelled.orderId)).body.error.code).toBe('order_cancelled');
      expect((await ship(orderId, { trackingNumber: ' ' })).status).toBe(400);
      expect((await ship('10000000-0000-4000-8000-00000000dead')).status).toBe(404);
      expect(await shop().db.selectFrom('shipments').select('id').execute()).toEqual([]);
    });

    it('refuses to ship while all of the money is being refunded', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const ship = () => shop().call('ship-order', { orderId, ...parcel }, headers);
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/refunds', fail: { status: 503, times: 10 } },
      });
      expect((await shop().call('refund-order', { orderId }, headers)).status).toBe(503);
      await shop().sandbox.chaos({});
      expect(await ship()).toMatchObject({
        status: 409,
        body: { error: { code: 'order_unpaid', message: 'This order is being refunded.' } },
      });
      const part = await paidOrder();
      await shop().call('refund-order', { orderId: part.orderId, amount: 10 }, headers);
      const shipped = { orderId: part.orderId, ...parcel };
      expect((await shop().call('ship-order', shipped, headers)).status).toBe(200);
    });

    it('does not ship an order that has changed since the screen showed it', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const see = () => changedAt(orderId);
      const ship = async (seen: { updatedAt: string; refundedCents: number }) =>
        (await shop().call('ship-order', { orderId, ...parcel, seen }, headers)).body;
      const changed = { error: { code: 'order_changed' } };
      const first = { updatedAt: await see(), refundedCents: 0 };
      await shop()
        .db.updateTable('orders')
        .set({ address: 'Another street' })
        .where('id', '=', orderId)
        .execute();
      expect(await ship(first)).toMatchObject(changed);
      await shop().call('refund-order', { orderId, amount: '1.00' }, headers);
      const second = { updatedAt: await see(), refundedCents: 0 };
      expect(await ship(second)).toMatchObject(changed);
      expect(await shop().db.selectFrom('shipments').select('id').execute()).toEqual([]);
      expect(await ship({ ...second, refundedCents: 100 })).toMatchObject({
        alreadyShipped: false,
      });
      // As after a lost response: the same parcel again, although the order has changed since.
      expect(await ship({ ...second, refundedCents: 100 })).toMatchObject({ alreadyShipped: true });
    });

    it('ships from a recalled or blocked batch only what is known to be packed from it', async () => {
      const { headers } = await signIn();
      const db = shop().db;
      const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow();
      const batch = async (code: string) => {
        const { id } = await db
          .insertInto('batches')
          .values({ code, product_id: product.id })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      };
      const become = async (status: string, ...codes: string[]) => {
        // Without laboratory results.
        await sql`alter table public.batches disable trigger user`.execute(db);
        await db.updateTable('batches').set({ status }).where('code', 'in', codes).execute();
        await sql`alter table public.batches enable trigger user`.execute(db);
      };
      const [one, two] = [await batch('GONE-1'), await batch('GONE-2')];
      await become('released', 'GONE-1', 'GONE-2');
      const packed = async () => {
        const { orderId } = await paidOrder([cartItem('resin', 2), cartItem('drops', 1)]);
        await db
          .insertInto('order_line_batches')
          .values([one, two].map((batch_id) => ({ order_id: orderId, line: 0, batch_id })))
          .execute();
        return orderId;
      };
      const [early, orderId, refunded, listed] = [
        await packed(),
        await packed(),
        await packed(),
        await packed(),
      ];
      const ship = async (id: string, more: object = {}) =>
        (await shop().call('ship-order', { orderId: id, ...parcel, ...more }, headers)).body;
      expect(await ship(early)).toMatchObject({ alreadyShipped: false });
      await become('recalled', 'GONE-1');
      const withheld = (message: string) => ({ error: { code: 'batch_withheld', message } });
      const recalled = 'Batch GONE-1 was recalled. Nothing was shipped.';
      expect(await ship(orderId)).toMatchObject(withheld(recalled));
      const { body } = await shop().call(
        'ship-orders',
        { parcels: [{ orderId: listed, ...parcel }] },
        headers,
      );
      expect(body.results).toMatchObject([
        { outcome: 'refused', code: 'batch_withheld', message: recalled },
      ]);
      // The parcel that left before is recorded, and so is one that follows it.
      expect(await ship(early)).toMatchObject({ alreadyShipped: true });
      const seen = { updatedAt: await changedAt(early), refundedCents: 0 };
      expect(await ship(early, { trackingNumber: '2', seen })).toMatchObject({
        alreadyShipped: false,
      });
      // Set to shipped by hand: that says nothing of what will go into the first parcel.
      await shop()
        .db.updateTable('orders')
        .set({ status: 'shipped' })
        .where('id', '=', listed)
        .execute();
      const listedSeen = { updatedAt: await changedAt(listed), refundedCents: 0 };
      expect(await ship(listed, { seen: listedSeen })).toMatchObject(withheld(recalled));
      expect(await ship(listed, { seen: listedSeen, confirmedBatches: ['GONE-1'] })).toMatchObject({
        alreadyShipped: false,
      });
      await become('blocked', 'GONE-2');
      const confirmedBatches = ['GONE-1'];
      expect(await ship(orderId, { confirmedBatches })).toMatchObject(
        withheld('Batch GONE-2 was blocked. Nothing was shipped.'),
      );
      expect(
        await ship(orderId, { confirmedBatches: [...confirmedBatches, 'GONE-2'] }),
      ).toMatchObject({ alreadyShipped: false });
      // The line with the batch is refunded, the other one goes.
      const parts = { lines: [{ line: 0, quantity: 2 }] };
      const returned = await shop().call('refund-order', { orderId: refunded, parts }, headers);
      expect(returned.status).toBe(200);
      expect(await ship(refunded)).toMatchObject({ alreadyShipped: false });
    });

    it('ships a list of orders, each once, and says which did not go and why', async () => {
      const { headers } = await signIn();
      const [first, second, refunded, gone, byHand] = [
        await paidOrder(),
        await paidOrder(),
        await paidOrder(),
        await paidOrder(),
        await paidOrder(),
      ].map(({ orderId }) => orderId);
      await shop().call('refund-order', { orderId: refunded }, headers);
      await shop().call('ship-order', { orderId: gone, ...parcel, trackingNumber: 'OLD' }, headers);
      await shop()
        .db.updateTable('orders')
        .set({ status: 'delivered' })
        .where('id', '=', byHand ?? '')
        .execute();
      const ids = [first, second, refunded, gone, byHand];
      const parcels = ids.map((orderId, index) => ({
        orderId,
        ...parcel,
        trackingNumber: `NEW ${index}`,
      }));
      const unusable = { ...parcels[0], trackingNumber: '<b>' };
      const send = () => shop().call('ship-orders', { parcels: [...parcels, unusable] }, headers);
      // A double click.
      const answers = await Promise.all([send(), send()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const outcomes = answers.map(({ body }) =>
        body.results.map((each: { outcome: string; code?: string }) => each.code ?? each.outcome),
      );
      const refusals = ['order_unpaid', 'already_shipped', 'already_shipped', 'invalid_request'];
      for (const each of outcomes) expect(each.slice(2)).toEqual(refusals);
      for (const place of [0, 1]) {
        expect(outcomes.map((each) => each[place]).sort()).toEqual(['recorded', 'shipped']);
      }
      const { results } = answers[0]?.body ?? {};
      expect(results[2]).toMatchObject({ orderId: refunded, message: 'This order was refunded.' });
      expect(results[3].message).toBe('This order already shipped with UPS, OLD.');
      expect(results[4].message).toBe('This order is already delivered.');
      const numbers = await shop().db.selectFrom('shipments').select('tracking_number').execute();
      expect(numbers.map((each) => each.tracking_number).sort()).toEqual(['NEW 0', 'NEW 1', 'OLD']);
      await shop().commerce.idle();
      const mails = (await mailsTo('ann@example.com')).filter(({ text }) => text.includes('NEW'));
      expect(mails).toHaveLength(2);
    });

    it('keeps to what the screen showed in a list too, and takes 20 orders at once', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const seen = { updatedAt: '2026-01-01T00:00:00Z', refundedCents: 0 };
      const one = { orderId, ...parcel, seen };
      const { body } = await shop().call('ship-orders', { parcels: [one] }, headers);
      expect(body.results).toMatchObject([{ outcome: 'refused', code: 'order_changed' }]);
      const tooMany = { parcels: Array.from({ length: 21 }, () => one) };
      expect((await shop().call('ship-orders', tooMany, headers)).status).toBe(400);
      const { headers: customer } = await signIn({ role: 'customer' });
      expect((await shop().call('ship-orders', { parcels: [one] }, customer)).status).toBe(403);
    });
  });
}
