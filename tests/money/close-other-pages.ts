import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { createPaymentPages, providers } from './payment-pages.ts';
import { createRandom } from './proofs/random.ts';
import { minute, type Scene, waiting } from './scene.ts';
import { cartItem, newKey, sessionIdOf, teamEmail } from './test-shop.ts';

const unavailable = async () => ({ kind: 'unavailable', detail: 'down' }) as const;

/** Of the payment pages that several tabs or devices open for one cart, at most one can be paid. */
export function testClosingOtherPages(scene: Scene): void {
  const { shop, order, becomes, payments, mailsTo, signIn, checkout, eventsDone } = scene;
  const { start, again, capture, captureAtOnce, idOf } = createPaymentPages(scene);

  describe('charges a cart once, opened in two tabs', () => {
    it('closes the older card page when a second checkout starts', async () => {
      const first = await start('stripe');
      const second = await start('paypal', { cookie: first.cookie });
      expect((await order(first.reference))?.payment_status).toBe('expired');
      await first.pay();
      await second.pay();
      await becomes(second.reference, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('closes the other card page when one is paid', async () => {
      const { headers } = await signIn({ role: 'customer' });
      const tabs = await Promise.all([start('stripe', headers), start('stripe', headers)]);
      const open = [];
      for (const tab of tabs) {
        if ((await order(tab.reference))?.payment_status === 'pending') open.push(tab);
      }
      await open[0]?.pay();
      await becomes(open[0]?.reference ?? '', 'paid');
      await eventsDone(open[0]?.reference ?? '');
      for (const tab of tabs) await tab.pay();
      await shop().commerce.idle();
      expect(await payments()).toHaveLength(1);
    });

    /** The order's own cookie, without the one that identifies the browser. */
    const orderCookie = (cookies: string) =>
      cookies.split('; ').find((pair) => pair.startsWith('order_')) ?? '';

    it.each(providers)(
      'knows a browser whose first checkouts overlap, %s and card',
      async (other) => {
        const named = (await shop().call('recent-orders', {})).cookie ?? '';
        const tabs = [
          await start(other, { cookie: named }),
          await start('stripe', { cookie: named }),
        ];
        for (const tab of tabs) await tab.pay();
        await shop().commerce.idle();
        for (const tab of tabs) await eventsDone(tab.reference).catch(() => {});
        expect(await payments()).toHaveLength(1);
      },
    );

    it.each(providers)(
      'joins checkouts that began side by side once their cookies come together, %s',
      async (second) => {
        const tabs = [await start('stripe'), await start(second)];
        const cookie = tabs.map((tab) => orderCookie(tab.cookie)).join('; ');
        await tabs[0]?.pay();
        const sessionId = tabs[0]?.reference;
        await becomes(sessionId ?? '', 'paid');
        await shop().call('update-order-details', { sessionId }, { cookie });
        expect((await order(tabs[1]?.reference ?? ''))?.payment_status).toBe('expired');
        await tabs[1]?.pay();
        await shop().commerce.idle();
        expect(await payments()).toHaveLength(1);
      },
    );

    it('captures no approval that came with the cookie of a paid order', async () => {
      const held = shop().holdWebhooks();
      const [card, paypal] = [await start('stripe'), await start('paypal')];
      await card.pay();
      await paypal.pay();
      const cookie = [card, paypal].map((tab) => orderCookie(tab.cookie)).join('; ');
      const captured = await shop().call(
        'capture-paypal-payment',
        { orderToken: paypal.reference, payerId: 'X' },
        { cookie },
      );
      expect(captured).toMatchObject({ status: 409, body: { error: { code: 'already_paid' } } });
      held.release();
      expect(await payments()).toMatchObject([{ provider: 'stripe' }]);
    });

    it('looks at the card page before it captures what PayPal approved', async () => {
      const held = shop().holdWebhooks();
      const paypal = await start('paypal');
      const card = await start('stripe', { cookie: paypal.cookie });
      await card.pay();
      await paypal.pay();
      expect(await capture(paypal.reference)).toMatchObject({
        status: 409,
        body: { error: { code: 'already_paid' } },
      });
      held.release();
      expect(await payments()).toMatchObject([{ provider: 'stripe' }]);
    });

    it('closes the card page before it captures what PayPal approved', async () => {
      const held = shop().holdWebhooks();
      const paypal = await start('paypal');
      const card = await start('stripe', { cookie: paypal.cookie });
      await paypal.pay();
      expect((await capture(paypal.reference)).status).toBe(200);
      await card.pay();
      held.release();
      expect((await order(card.reference))?.payment_status).toBe('expired');
      expect(await payments()).toMatchObject([{ provider: 'paypal' }]);
    });

    it('captures no approval while the bank has yet to confirm the card page’s payment', async () => {
      const held = shop().holdWebhooks();
      const paypal = await start('paypal');
      const { url, sessionId } = await checkout({ cookie: paypal.cookie });
      await paypal.pay();
      await shop().sandbox.pay(url, { method: 'us_bank_account' });
      expect(await capture(paypal.reference)).toMatchObject({
        status: 409,
        body: { error: { code: 'already_paid' } },
      });
      held.release();
      await shop().sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'succeeded' });
      await becomes(sessionId, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('closes the other card page while the bank has yet to confirm', async () => {
      const held = shop().holdWebhooks();
      const named = (await shop().call('recent-orders', {})).cookie ?? '';
      const [first, second] = await Promise.all([
        checkout({ cookie: named }),
        checkout({ cookie: named }),
      ]);
      const pending = [];
      for (const tab of [first, second]) {
        if ((await order(tab.sessionId))?.payment_status === 'pending') pending.push(tab);
      }
      await shop().sandbox.pay(pending[0]?.url ?? '', { method: 'us_bank_account' });
      await shop().call('update-order-details', { sessionId: pending[0]?.sessionId });
      for (const tab of pending.slice(1)) {
        expect((await order(tab.sessionId))?.payment_status).toBe('expired');
      }
      held.release();
    });

    /** The card provider with a gate in front of each call that opens or closes a page. */
    function gatedCards() {
      const calls: (() => void)[] = [];
      const closed = new Set<string>();
      const pass = () => new Promise<void>((resolve) => calls.push(resolve));
      const { provider } = shop();
      const gated: PaymentProvider = {
        ...provider,
        open: async (order) => {
          await pass();
          return provider.open(order);
        },
        close: async (reference) => {
          await pass();
          const answer = await provider.close?.(reference);
          if (answer?.kind === 'found') closed.add(reference);
          return answer ?? { kind: 'not_found' };
        },
      };
      return {
        /** Calls waiting at the gate. */
        calls,
        closed,
        open: gated.open,
        replica: () => shop().replica({ providers: [gated, shop().paypal] }),
        /**
         * Lets the calls through one at a time, in the order `choose` picks, until all have
         * returned.
         */
        async passAll<T>(requests: Promise<T>[], choose: (count: number) => number): Promise<T[]> {
          let answered = false;
          const answers = Promise.all(requests).finally(() => {
            answered = true;
          });
          while (!answered) {
            await new Promise(setImmediate);
            calls.splice(choose(calls.length), 1)[0]?.();
          }
          return answers;
        },
      };
    }
    const newBrowser = async () => ({
      cookie: (await shop().call('recent-orders', {})).cookie ?? '',
    });

    it.each([
      ['in one browser', newBrowser],
      ['on two devices of an account', async () => (await signIn({ role: 'customer' })).headers],
    ])('leaves one card page of two that are made at the same time, %s', async (_, asked) => {
      const held = shop().holdWebhooks();
      const cards = gatedCards();
      const replica = cards.replica();
      const headers = await asked();
      const calls = ['resin', 'resin'].map(() =>
        replica.call('create-checkout', { items: [cartItem('resin', 2)] }, headers),
      );
      await expect.poll(() => cards.calls.length, waiting).toBe(2);
      const answers = await cards.passAll(calls, () => 0);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      for (const { body } of answers) await shop().sandbox.pay(body.url);
      held.release();
      for (const { body } of answers) {
        await shop().call('update-order-details', { sessionId: sessionIdOf(body.url) });
      }
      expect(await payments()).toHaveLength(1);
    });

    it('leaves at most one card page open, however checkouts overlap', {
      timeout: 5 * minute,
    }, async () => {
      const held = shop().holdWebhooks();
      const random = createRandom(7);
      for (let round = 0; round < 20; round++) {
        const cards = gatedCards();
        const replicas = [cards.replica(), cards.replica()];
        const headers =
          random.below(2) === 0 ? await newBrowser() : (await signIn({ role: 'customer' })).headers;
        const open = new Set<string>();
        const mostOpen: number[] = [];
        const calls = Array.from({ length: 2 + random.below(2) }, async () => {
          const more = random.below(2) === 0 ? [] : [cartItem('drops')];
          const items = [cartItem('resin', 2), ...more];
          const answer = await random.pick(replicas).call('create-checkout', { items }, headers);
          if (answer.status === 200) open.add(sessionIdOf(answer.body.url));
          for (const reference of cards.closed) open.delete(reference);
          mostOpen.push(open.size);
          return answer;
        });
        const answers = await cards.passAll(calls, (count) => random.below(count + 3));
        for (const { status, body } of answers) {
          if (status !== 200) expect(body.error.code).toBe('attempt_conflict');
        }
        expect(Math.max(...mostOpen)).toBe(1);
        expect(open.size).toBe(1);
      }
      held.release();
    });

    it('sends nobody to a card page while the other cannot be closed, and closes it later', async () => {
      const held = shop().holdWebhooks();
      const cards = gatedCards();
      const headers = await newBrowser();
      const items = [cartItem('resin', 2)];
      const { provider, paypal } = shop();
      const failing = shop().replica({ providers: [{ ...provider, close: unavailable }, paypal] });
      const late = cards.replica().call('create-checkout', { items }, headers);
      await expect.poll(() => cards.calls.length, waiting).toBe(1);
      const key = { ...headers, 'idempotency-key': newKey() };
      const slow = gatedCards();
      const replica = shop().replica({
        providers: [{ ...provider, open: slow.open, close: unavailable }, paypal],
      });
      const second = replica.call('create-checkout', { items }, key);
      await expect.poll(() => slow.calls.length, waiting).toBe(1);
      const [first] = await cards.passAll([late], () => 0);
      const [refused] = await slow.passAll([second], () => 0);
      expect(refused).toMatchObject({ status: 503 });
      const sessionId = sessionIdOf(first?.body.url);
      expect((await order(sessionId))?.payment_status).toBe('pending');
      expect((await failing.call('create-checkout', { items }, key)).status).toBe(503);
      shop().advance(11 * minute);
      await shop().commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('expired');
      expect((await shop().call('create-checkout', { items }, key)).status).toBe(200);
      held.release();
    });

    it('sends nobody to a card page that was made while PayPal was captured', async () => {
      const held = shop().holdWebhooks();
      const cards = gatedCards();
      const paypal = await start('paypal');
      const headers = { cookie: paypal.cookie };
      const items = [cartItem('resin', 2)];
      const late = cards.replica().call('create-checkout', { items }, headers);
      await expect.poll(() => cards.calls.length, waiting).toBe(1);
      await paypal.pay();
      expect((await capture(paypal.reference)).status).toBe(200);
      const [refused] = await cards.passAll([late], () => 0);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'already_paid' } } });
      held.release();
      expect(await payments()).toMatchObject([{ provider: 'paypal' }]);
    });

    it('tries again to close a page that could not be closed when the other was paid', async () => {
      const held = shop().holdWebhooks();
      const { provider, paypal } = shop();
      const replica = shop().replica({
        providers: [{ ...provider, close: unavailable }, paypal],
      });
      const tabs = [await start('stripe'), await start('stripe')];
      const cookie = tabs.map((tab) => orderCookie(tab.cookie)).join('; ');
      await tabs[0]?.pay();
      const sessionId = tabs[0]?.reference;
      await replica.call('update-order-details', { sessionId }, { cookie });
      expect((await order(tabs[1]?.reference ?? ''))?.payment_status).toBe('pending');
      held.release();
      await shop().call('update-order-details', { sessionId });
      expect((await order(tabs[1]?.reference ?? ''))?.payment_status).toBe('expired');
    });

    it('captures nothing while the card page cannot be asked', async () => {
      const held = shop().holdWebhooks();
      const paypal = await start('paypal');
      await start('stripe', { cookie: paypal.cookie });
      await paypal.pay();
      const silent = { ...shop().provider, close: unavailable, readOrCapture: unavailable };
      const replica = shop().replica({ providers: [silent, shop().paypal] });
      const body = { orderToken: paypal.reference, payerId: 'X' };
      const refused = await replica.call('capture-paypal-payment', body);
      expect(refused).toMatchObject({ status: 503 });
      expect(await payments()).toHaveLength(0);
      expect((await capture(paypal.reference)).status).toBe(200);
      held.release();
    });

    it.each(providers)(
      'opens no page while an earlier one, of %s, cannot be asked',
      async (first) => {
        const held = shop().holdWebhooks();
        const { cookie, pay } = await start(first);
        await pay();
        const silent = (provider: object) => ({
          ...provider,
          close: unavailable,
          readOrCapture: unavailable,
        });
        const { provider, paypal } = shop();
        const replica = shop().replica({
          providers: (first === 'stripe'
            ? [silent(provider), paypal]
            : [provider, { ...silent(paypal), close: undefined }]) as (typeof provider)[],
        });
        const items = [cartItem('resin', 2)];
        for (const name of ['create-checkout', 'create-paypal-order']) {
          const refused = await replica.call(name, { items }, { cookie });
          expect(refused).toMatchObject({
            status: 503,
            body: { error: { code: 'provider_unavailable' } },
          });
        }
        held.release();
      },
    );

    it('does not capture a PayPal approval once the card has paid', async () => {
      const paypal = await start('paypal');
      const card = await start('stripe', { cookie: paypal.cookie });
      await card.pay();
      await becomes(card.reference, 'paid');
      await becomes(paypal.reference, 'expired');
      await paypal.pay();
      await eventsDone(paypal.reference);
      expect(await capture(paypal.reference)).toMatchObject({
        status: 409,
        body: { error: { code: 'already_paid' } },
      });
      expect(await payments()).toMatchObject([{ provider: 'stripe' }]);
    });

    it('captures one of two PayPal approvals, whichever is reported first', async () => {
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await first.pay();
      await becomes(first.reference, 'paid');
      await second.pay();
      await eventsDone(second.reference);
      expect((await capture(second.reference)).body.error?.code).toBe('already_paid');
      expect((await order(second.reference))?.payment_status).toBe('expired');
      expect(await payments()).toHaveLength(1);
    });

    it('captures one of two simultaneous PayPal approvals on two replicas', async () => {
      await shop().sandbox.chaos({ webhooks: { drop: true } });
      const first = await start('paypal');
      const second = await start('paypal', { cookie: first.cookie });
      await Promise.all([first.pay(), second.pay()]);
      await captureAtOnce(first.reference, second.reference);
      expect(await payments()).toHaveLength(1);
    });

    it('captures both when the customer wants both', async () => {
      const first = await start('paypal');
      await first.pay();
      await becomes(first.reference, 'paid');
      const payAgain = [await idOf(first.reference)];
      const second = await again('paypal', { cookie: first.cookie }, { payAgain });
      await shop().sandbox.approve(second.body.approveUrl);
      await becomes(second.body.orderId, 'paid');
      expect(await payments()).toHaveLength(2);
      expect((await mailsTo(teamEmail)).map(({ subject }) => subject)).not.toContainEqual(
        expect.stringContaining('paid twice'),
      );
    });

    it('alerts the team when both were paid', async () => {
      const { close: _, ...provider } = shop().provider;
      const replica = shop().replica({ providers: [provider, shop().paypal] });
      const held = shop().holdWebhooks();
      const first = await start('stripe');
      const items = [cartItem('resin', 2)];
      const second = await replica.call('create-checkout', { items }, { cookie: first.cookie });
      await first.pay();
      await shop().sandbox.pay(second.body.url);
      const sessionId = second.body.url.split('/').at(-1);
      for (const id of [first.reference, sessionId]) {
        await replica.call('update-order-details', { sessionId: id });
      }
      held.release();
      expect((await order(first.reference))?.payment_status).toBe('paid');
      expect((await order(sessionId))?.payment_status).toBe('paid');
      await shop().commerce.idle();
      expect((await mailsTo(teamEmail)).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining('A customer may have paid twice'),
      );
    });
  });
}
