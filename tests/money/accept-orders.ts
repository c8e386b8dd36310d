import { describe, expect, it } from 'vitest';
import type { Scene } from './scene.ts';
import { newKey, teamEmail } from './test-shop.ts';

const customer = 'ann@example.com';

export function testAccepting(scene: Scene): void {
  const { shop, becomes, mailsTo, payments, signIn, paidOrder } = scene;
  const click = (orderId: string, headers: Record<string, string>) =>
    shop().call('accept-payment', { orderId }, headers);
  const refused = { status: 409, body: { error: { code: 'not_in_review' } } };

  /** An order paid with an amount other than its total. */
  async function orderInReview(): Promise<string> {
    const { url, sessionId } = await scene.checkout();
    await shop()
      .db.updateTable('orders')
      .set({ total_amount: '500.00' })
      .where('stripe_session_id', '=', sessionId)
      .execute();
    await shop().sandbox.pay(url);
    await becomes(sessionId, 'review');
    await scene.eventsDone(sessionId);
    await shop().commerce.idle();
    return (await scene.order(sessionId))?.id ?? '';
  }

  describe('accepts a payment in review', () => {
    it('pays and confirms the order once for twenty clicks on two replicas', async () => {
      const orderId = await orderInReview();
      const { id, headers } = await signIn();
      const replicas = [shop().replica(), shop().replica()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          replicas[index % 2]?.call('accept-payment', { orderId }, headers),
        ),
      );
      const taken = answers.filter((answer) => answer?.status === 200);
      expect(taken.map((answer) => answer?.body)).toEqual([
        { order: { id: orderId, payment_status: 'paid' } },
      ]);
      expect(answers.filter((answer) => answer?.status === 409)).toHaveLength(19);
      expect(await payments()).toMatchObject([{ standing: 'settled', amount_cents: 9980 }]);
      await shop().commerce.idle();
      expect(await mailsTo(customer)).toHaveLength(1);
      const toTeam = (await mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(toTeam.filter((subject) => !subject.includes('needs review'))).toEqual([
        expect.stringContaining('$99.80 received of $500.00'),
      ]);
      const log = await shop().database.query<{ actor_id: string; after: object }>({
        text: `select actor_id, after from public.audit_log
          where row_id = $1 and after ->> 'payment_status' = 'paid'`,
        values: [orderId],
      });
      expect(log.rows).toMatchObject([{ actor_id: id, after: { payment_status: 'paid' } }]);
    });

    it('can be refunded and shipped afterwards', async () => {
      const orderId = await orderInReview();
      const { headers } = await signIn();
      const parcel = { orderId, carrier: 'UPS', trackingNumber: '1Z' };
      expect(await shop().call('ship-order', parcel, headers)).toMatchObject({ status: 409 });
      await click(orderId, headers);
      expect(await shop().call('ship-order', parcel, headers)).toMatchObject({ status: 200 });
      const refund = await shop().call('refund-order', { orderId }, headers);
      expect(refund.body.order).toMatchObject({ payment_status: 'refunded', refunded: 99.8 });
    });

    it('accepts a payment that was partly refunded before', async () => {
      const orderId = await orderInReview();
      const { headers } = await signIn();
      await shop().call('refund-order', { orderId, amount: 10 }, headers);
      expect((await click(orderId, headers)).body.order.payment_status).toBe('partially_refunded');
    });

    it('refuses a payment in another currency', async () => {
      const orderId = await orderInReview();
      await shop()
        .db.updateTable('payments')
        .set({ currency: 'JPY' })
        .where('order_id', '=', orderId)
        .execute();
      const { headers } = await signIn();
      expect(await click(orderId, headers)).toMatchObject({
        status: 409,
        body: { error: { code: 'other_currency' } },
      });
      expect(await payments()).toMatchObject([{ standing: 'review' }]);
    });

    it('refuses any other payment status', async () => {
      const { headers } = await signIn();
      const paid = await paidOrder();
      expect(await click(paid.orderId, headers)).toMatchObject(refused);
      const { sessionId } = await scene.checkout();
      const unpaid = (await scene.order(sessionId))?.id ?? '';
      expect(await click(unpaid, headers)).toMatchObject(refused);
      const returned = await orderInReview();
      await shop().call('refund-order', { orderId: returned }, headers);
      expect(await click(returned, headers)).toMatchObject(refused);
      expect(await click(newKey(), headers)).toMatchObject({ status: 404 });
      expect(await click('no id', headers)).toMatchObject({ status: 400 });
      expect((await scene.order(sessionId))?.payment_status).toBe('pending');
      const stranger = await signIn({ role: 'customer' });
      expect(await click(returned, stranger.headers)).toMatchObject({ status: 403 });
    });
  });
}
