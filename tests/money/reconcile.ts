import { describe, expect, it } from 'vitest';
import { minute, type Scene } from './scene.ts';
import { cartItem, teamEmail } from './test-shop.ts';

export function testReconciling({ shop, order, becomes, mailsTo, checkout }: Scene): void {
  describe('finds what was missed', () => {
    it('completes by the reconciler when neither webhook nor page comes', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('pending');
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('finds the session of a lost answer, paid or not', async () => {
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

    it('finds in the daily comparison what every other way missed', async () => {
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
  });
}
