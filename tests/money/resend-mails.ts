import { describe, expect, it } from 'vitest';
import { minute, type Scene } from './scene.ts';

export function testResending({ shop, mailsTo, signIn, paidOrder }: Scene): void {
  describe('sends a mail again', () => {
    it('copies the confirmation once, however often clicked in a minute', async () => {
      const { orderId } = await paidOrder();
      await shop().commerce.idle();
      const { headers } = await signIn();
      const click = () => shop().call('resend-order-email', { orderId }, headers);
      const answers = await Promise.all(Array.from({ length: 20 }, click));
      expect(answers.every((answer) => answer.body.sent === true)).toBe(true);
      expect(await mailsTo('ann@example.com')).toHaveLength(2);
      shop().advance(2 * minute);
      expect((await click()).body).toEqual({ sent: true });
      const mails = await mailsTo('ann@example.com');
      expect(mails).toHaveLength(3);
      expect(new Set(mails.map((mail) => mail.text)).size).toBe(1);
    });

    it('tries a mail again that was given up', async () => {
      await shop().sandbox.chaos({ smtp: { reject: 2 } });
      const { orderId } = await paidOrder();
      await shop().commerce.idle();
      await shop()
        .db.updateTable('private.email_outbox')
        .set({ status: 'failed', tries: 12 })
        .where('order_id', '=', orderId)
        .execute();
      const { headers } = await signIn();
      const answer = await shop().call('resend-order-email', { orderId }, headers);
      expect(answer.body).toEqual({ sent: true });
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
    });

    it('sends refund and parcel mails again, and says when there was none', async () => {
      const { orderId } = await paidOrder();
      const { headers } = await signIn();
      const resend = (kind: string) =>
        shop().call('resend-order-email', { orderId, kind }, headers);
      expect(await resend('refund')).toMatchObject({
        status: 404,
        body: { error: { code: 'mail_not_found' } },
      });
      await shop().call('refund-order', { orderId, amount: 5 }, headers);
      await shop().commerce.idle();
      expect((await resend('refund')).body).toEqual({ sent: true });
      const mails = await mailsTo('ann@example.com');
      expect(mails.filter((mail) => mail.subject.includes('refund'))).toHaveLength(2);
      expect((await resend('spam')).status).toBe(400);
    });
  });
}
