import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function testShipping({ shop, order, mailsTo, signIn, paidOrder, checkout }: Scene): void {
  describe('ships', () => {
    const parcel = { carrier: 'UPS', trackingNumber: '1Z 999' };

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

    it('records a second shipment with its own email', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      await shop().call('ship-order', { orderId, ...parcel }, headers);
      await shop().call('ship-order', { orderId, ...parcel, trackingNumber: '2' }, headers);
      await shop().commerce.idle();
      const mails = await mailsTo('ann@example.com');
      expect(mails.filter((mail) => mail.subject.includes('on its way'))).toHaveLength(2);
    });

    it('refuses to ship unpaid, refunded and cancelled orders', async () => {
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

    it('does not ship an order that has changed since the screen showed it', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const see = async () => {
        const { at } = await shop()
          .db.selectFrom('orders')
          .select(sql<string>`to_json(updated_at) #>> '{}'`.as('at'))
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow();
        return at;
      };
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
      // A lost answer: the same parcel again, though the order has changed by it.
      expect(await ship({ ...second, refundedCents: 100 })).toMatchObject({ alreadyShipped: true });
    });
  });
}
