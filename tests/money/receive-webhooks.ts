import Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { type Scene, waiting } from './scene.ts';
import { cartItem, teamEmail, webhookSecret } from './test-shop.ts';

export function testWebhooks({
  shop,
  order,
  becomes,
  payments,
  events,
  mailsTo,
  eventsDone,
  checkout,
}: Scene): void {
  describe('receives webhooks', () => {
    it('records a payment once, in any order and number of events', async () => {
      await shop().sandbox.chaos({ webhooks: { duplicate: 4, reorder: true } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await Promise.all(
        Array.from({ length: 10 }, () => shop().call('update-order-details', { sessionId })),
      );
      await becomes(sessionId, 'paid');
      await eventsDone(sessionId);
      expect(await payments()).toHaveLength(1);
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('is done at once with events that are about nothing it acts on', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await eventsDone(sessionId);
      await shop().commerce.idle();
      const others = (await events()).filter(({ reference }) => reference === null);
      expect(others).not.toEqual([]);
      for (const { tries, done_at } of others) {
        expect({ tries, done: done_at !== null }).toEqual({ tries: 0, done: true });
      }
    });

    it('reads only small bodies of a network whose webhooks the service has not signed', async () => {
      const send = async (address: string, body: BodyInit) => {
        const { status } = await shop().commerce.webhooks.request('/stripe', {
          method: 'POST',
          headers: { 'x-forwarded-for': address, 'stripe-signature': 't=1,v1=00' },
          body,
          ...(typeof body !== 'string' && { duplex: 'half' }),
        });
        return status;
      };
      const large = 'x'.repeat(200_000);
      const endless = () => new Blob([large, large]).stream();
      for (let index = 0; index < 61; index += 1) {
        expect(await send('2001:db8:5::7', index % 2 ? large : endless())).toBe(
          index % 2 ? 400 : 413,
        );
      }
      for (const body of [large, endless()]) expect(await send('2001:db8:5::8', body)).toBe(429);
      expect(await send('198.51.100.7', large)).toBe(400);
      const logged = shop().log.length;
      expect(logged).toBeGreaterThan(0);
      // The service itself may have been made to send them.
      expect(await send('2001:db8:5::7', '{}')).toBe(400);
      expect(shop().log).toHaveLength(logged);
    });

    it('completes through the success page when no webhook arrives', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      const shown = await shop().call('update-order-details', { sessionId });
      expect(shown.body.order.payment_status).toBe('paid');
      expect((await events()).filter(({ reference }) => reference === sessionId)).toEqual([]);
      expect(await payments()).toHaveLength(1);
    });

    it('completes through the webhook when the session id was lost', async () => {
      await shop().sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
      });
      await shop().call('create-checkout', { items: [cartItem('resin')] });
      const [session] = await shop().sandbox.sessions();
      await shop().sandbox.pay(`${shop().sandbox.url}/stripe/pay/${session?.id}`);
      await becomes(session?.id ?? '', 'paid');
    });

    it('keeps an event that cannot be processed yet, and processes it later', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.chaos({
        api: { match: 'GET /v1/checkout/sessions/*', fail: { status: 503, times: 1000 } },
      });
      await shop().sandbox.pay(url);
      await vi.waitFor(async () => {
        const event = (await events()).find(({ reference }) => reference === sessionId);
        expect(event?.last_error).toContain('cannot be reached');
      }, waiting);
      expect((await order(sessionId))?.payment_status).toBe('pending');
      const shown = await shop().call('update-order-details', { sessionId });
      expect(shown).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      // A session that somebody invented is not asked about at all.
      const invented = await shop().call('update-order-details', { sessionId: 'cs_test_invented' });
      expect(invented).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
      await shop().sandbox.chaos({});
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('paid');
      await eventsDone(sessionId);
    });

    it('ignores a late event after a payment', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      for (const type of ['expired', 'async_payment_failed', 'completed']) {
        const answer = await deliver(`evt_late_${type}`, `checkout.session.${type}`, sessionId);
        expect(answer.status).toBe(200);
      }
      await shop().commerce.idle();
      expect((await order(sessionId))?.payment_status).toBe('paid');
      expect(await payments()).toHaveLength(1);
    });

    it('trusts neither the content of a webhook nor a wrong signature', async () => {
      const { sessionId } = await checkout();
      const type = 'checkout.session.completed';
      const seconds = Math.floor(Date.now() / 1000);
      const refused = [
        await deliver('evt_1', type, sessionId, { secret: 'whsec_wrong' }),
        await deliver('evt_2', type, sessionId, { at: seconds - 301 }),
        await deliver('evt_3', type, sessionId, { at: seconds + 310 }),
        await deliver('evt_4', type, sessionId, { signed: false }),
        await deliver('evt_5', type, sessionId, { tail: ' ' }),
      ];
      expect(refused.map((answer) => answer.status)).toEqual([400, 400, 400, 400, 400]);
      expect((await events()).filter(({ reference }) => reference === sessionId)).toEqual([]);
      const large = await deliver('evt_6', type, sessionId, { tail: ' '.repeat(300_000) });
      expect(large.status).toBe(413);

      const accepted = await deliver('evt_7', type, sessionId);
      expect(accepted.status).toBe(200);
      await shop().commerce.idle();
      expect((await order(sessionId))?.payment_status).toBe('pending');
    });

    function deliver(
      id: string,
      type: string,
      sessionId: string,
      { secret = webhookSecret, at = Math.floor(Date.now() / 1000), signed = true, tail = '' } = {},
    ): Promise<Response> {
      const body = JSON.stringify({
        id,
        object: 'event',
        type,
        data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid' } },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: at,
      });
      return fetch(`${shop().url}/webhooks/stripe`, {
        method: 'POST',
        // An oversized body is refused unread and its connection is closed, so no other test may
        // share it.
        headers: { connection: 'close', ...(signed && { 'stripe-signature': signature }) },
        body: body + tail,
      });
    }
  });
}
