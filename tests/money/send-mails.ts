import { describe, expect, it } from 'vitest';
import { minute, type Scene } from './scene.ts';
import { newKey, teamEmail } from './test-shop.ts';

export function testMails({ shop, order, becomes, mailsTo, checkout }: Scene): void {
  describe('sends emails', () => {
    it('sends one email however often it is asked', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const orderId = (await order(sessionId))?.id;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => shop().call('send-order-email', { orderId })),
      );
      expect(answers.every((answer) => answer.body.sent === true)).toBe(true);
      const last = await shop().call('send-order-email', { orderId });
      expect(last.body).toEqual({ sent: true, alreadySent: true });
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('sends nothing for an order of long ago whose emails are pruned', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop().commerce.idle();
      await shop().db.deleteFrom('private.email_outbox').execute();
      const orderId = (await order(sessionId))?.id;
      shop().advance(2 * 366 * 24 * 60 * minute);
      const answer = await shop().call('send-order-email', { orderId });
      expect(answer.body).toEqual({ sent: true, alreadySent: true });
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
    });

    it('reports a refusing mail server and sends the email later', async () => {
      await shop().sandbox.chaos({ smtp: { reject: 2 } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const orderId = (await order(sessionId))?.id;
      const refused = await shop().call('send-order-email', { orderId });
      expect(refused.body).toEqual({ sent: false, alreadySent: false });
      await shop().commerce.idle();
      shop().advance(2 * minute);
      await shop().commerce.idle();
      const later = await shop().call('send-order-email', { orderId });
      expect(later.body).toEqual({ sent: true, alreadySent: true });
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
    });

    it('answers 404 for a session and an order that do not exist', async () => {
      const session = await shop().call('update-order-details', { sessionId: 'cs_test_nothing' });
      expect(session).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
      const mail = await shop().call('send-order-email', { orderId: newKey() });
      expect(mail).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
    });
  });
}
