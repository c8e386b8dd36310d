import { describe, expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function testShipping({ shop, order, mailsTo, signIn, paidOrder, checkout }: Scene): void {
  describe('ships', () => {
    const parcel = { carrier: 'UPS', trackingNumber: '1Z 999' };

    it('notes a parcel, sets the order shipped and mails once, however often clicked', async () => {
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

    it('sends a second parcel with a mail of its own', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      await shop().call('ship-order', { orderId, ...parcel }, headers);
      await shop().call('ship-order', { orderId, ...parcel, trackingNumber: '2' }, headers);
      await shop().commerce.idle();
      const mails = await mailsTo('ann@example.com');
      expect(mails.filter((mail) => mail.subject.includes('on its way'))).toHaveLength(2);
    });

    it('sends nothing that is not paid, refunded or cancelled', async () => {
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
  });
}
