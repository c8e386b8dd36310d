import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#backend/database/database.ts';
import { sumLines, toCents } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import { createOrder, type NewOrder } from '#server/orders/create-order.ts';
import {
  cartItem,
  newKey,
  openTestShop,
  products,
  sessionIdOf,
  type TestShop,
  teamEmail,
  webhookSecret,
} from './test-shop.ts';

const minute = 60_000;
const waiting = { timeout: 10_000, interval: 25 };

/** The whole money path, on whichever database. */
export function testMoneyPath(name: string, openDatabase?: () => Promise<Database>): void {
  describe(`the money path on ${name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openTestShop(openDatabase);
    });
    afterAll(() => shop?.close());
    beforeEach(() => shop.reset());

    const order = async (sessionId: string) =>
      shop.db
        .selectFrom('orders')
        .selectAll()
        .where('stripe_session_id', '=', sessionId)
        .executeTakeFirst();
    const becomes = (sessionId: string, status: string) =>
      vi.waitFor(async () => {
        expect((await order(sessionId))?.payment_status).toBe(status);
      }, waiting);
    const payments = () => shop.db.selectFrom('payments').selectAll().execute();
    const events = () => shop.db.selectFrom('private.provider_events').selectAll().execute();
    const mailsTo = async (address: string) =>
      (await shop.sandbox.mails()).filter((mail) => mail.to.includes(address));
    const eventsDone = (sessionId: string) =>
      vi.waitFor(async () => {
        const about = (await events()).filter(({ reference }) => reference === sessionId);
        expect(about.length).toBeGreaterThan(0);
        expect(about.every((event) => event.done_at !== null)).toBe(true);
      }, waiting);

    async function checkout(headers: Record<string, string> = {}, items = [cartItem('resin', 2)]) {
      const answer = await shop.call('create-checkout', { items }, headers);
      expect(answer.status).toBe(200);
      const url: string = answer.body.url;
      return { url, sessionId: sessionIdOf(url), cookie: answer.cookie };
    }

    it('takes a card payment: one order, one payment, one mail to each', async () => {
      const { url, sessionId, cookie } = await checkout({}, [
        cartItem('resin', 2),
        cartItem('drops'),
      ]);
      const pending = await order(sessionId);
      expect(pending).toMatchObject({
        name: 'Guest Customer',
        email: 'pending@checkout.example',
        address: 'Pending',
        total_amount: '128.85',
        payment_status: 'pending',
      });
      const paidPage = await shop.sandbox.pay(url);
      expect(paidPage.headers.get('location')).toBe(
        `${shop.url}/payment-success?session_id=${sessionId}`,
      );
      await becomes(sessionId, 'paid');
      expect(await order(sessionId)).toMatchObject({
        name: 'Ann Example',
        email: 'ann@example.com',
        phone: '+13035550142',
        address: '1 Main St, Apt 2, Denver, CO 80202, US',
        status: 'pending',
      });
      expect(await payments()).toMatchObject([{ amount_cents: 12885, currency: 'USD' }]);

      const shown = await shop.call(
        'update-order-details',
        { sessionId },
        { cookie: cookie ?? '' },
      );
      expect(shown.body.order).toMatchObject({
        id: pending?.id,
        name: 'Ann Example',
        total_amount: 128.85,
        payment_status: 'paid',
        order_items: [
          { name: 'Resin', weight: '30g', price: 49.9, quantity: 2 },
          { name: 'Drops', weight: '30ml', price: 29.05, quantity: 1 },
        ],
      });
      const mailed = await shop.call('send-order-email', {
        orderId: pending?.id,
        email: 'mallory@example.net',
        name: 'Mallory',
      });
      expect(mailed.body.sent).toBe(true);
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
      expect(await mailsTo('mallory@example.net')).toHaveLength(0);
    });

    it('shows personal details only to who started or owns the order', async () => {
      const { url, sessionId, cookie } = await checkout();
      await shop.sandbox.pay(url);
      const seenBy = async (headers: Record<string, string>) =>
        (await shop.call('update-order-details', { sessionId }, headers)).body.order;
      expect(await seenBy({})).toMatchObject({
        name: 'Pending',
        email: 'pending@checkout.example',
        phone: '',
        address: 'Pending',
        payment_status: 'paid',
      });
      expect(await seenBy({ cookie: `${cookie}x` })).toMatchObject({ name: 'Pending' });
      expect(await seenBy({ cookie: cookie ?? '' })).toMatchObject({ name: 'Ann Example' });
    });

    it('lets the owner see the order without the cookie, and no other account', async () => {
      const [owner, other] = [newKey(), newKey()];
      await shop.database.query({
        text: 'insert into auth.users (id, email) values ($1, $2), ($3, $4)',
        values: [owner, `${owner}@example.com`, other, `${other}@example.com`],
      });
      const { url, sessionId } = await checkout({ authorization: `Bearer user:${owner}` });
      expect(await order(sessionId)).toMatchObject({ user_id: owner, name: 'Pending' });
      await shop.sandbox.pay(url);
      const seenBy = async (user: string) =>
        (
          await shop.call(
            'update-order-details',
            { sessionId },
            { authorization: `Bearer user:${user}` },
          )
        ).body.order.name;
      expect(await seenBy(owner)).toBe('Ann Example');
      expect(await seenBy(other)).toBe('Pending');
    });

    it('makes one order and one session of many clicks with one key', async () => {
      const before = (await shop.sandbox.sessions()).length;
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => checkout({ 'idempotency-key': key })),
      );
      expect(new Set(answers.map((answer) => answer.url)).size).toBe(1);
      expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1);
      expect((await shop.sandbox.sessions()).length - before).toBe(1);
      expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('asks the provider once for clicks that come at once', async () => {
      const open = vi.fn(shop.provider.open);
      const replica = shop.replica({ providers: [{ ...shop.provider, open }] });
      const headers = { 'idempotency-key': newKey() };
      const click = () => replica.call('create-checkout', { items: [cartItem('resin')] }, headers);
      const answers = await Promise.all(Array.from({ length: 20 }, click));
      answers.push(await click());
      expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
      expect(open).toHaveBeenCalledTimes(1);
    });

    it('makes one order of clicks that reach two replicas', async () => {
      const before = (await shop.sandbox.sessions()).length;
      const replicas = [shop.replica(), shop.replica()];
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const replica = replicas[index % 2] ?? shop;
          const answer = await replica.call(
            'create-checkout',
            { items: [cartItem('resin')] },
            { 'idempotency-key': key },
          );
          return answer.body.url as string;
        }),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^http/);
      expect((await shop.sandbox.sessions()).length - before).toBe(1);
      expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('writes one order of transactions that know nothing of each other', async () => {
      const { id, weight } = products.resin;
      const wanted: NewOrder = {
        provider: 'stripe',
        attemptKey: newKey(),
        lines: [{ productId: id, weight, quantity: 1 }],
        customer: { name: '', email: '', phone: '', address: '' },
        userId: null,
        returnOrigin: shop.url,
      };
      const created = await Promise.all(
        Array.from({ length: 8 }, () => createOrder(shop.db, wanted)),
      );
      const ids = created.map((result) => result.kind === 'attempt' && result.attempt.orderId);
      expect(new Set(ids).size).toBe(1);
      expect(created.filter((result) => result.kind === 'attempt' && result.isNew)).toHaveLength(1);
      expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
    });

    it('refuses a key that was used for another cart', async () => {
      const key = newKey();
      await checkout({ 'idempotency-key': key });
      const answer = await shop.call(
        'create-checkout',
        { items: [cartItem('resin', 3)] },
        { 'idempotency-key': key },
      );
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'attempt_conflict' } } });
    });

    it('frees the key of an attempt that expired', async () => {
      const key = newKey();
      const first = await checkout({ 'idempotency-key': key });
      await shop.sandbox.control(`sessions/${first.sessionId}/expire`);
      await becomes(first.sessionId, 'expired');
      const second = await checkout({ 'idempotency-key': key });
      expect(second.sessionId).not.toBe(first.sessionId);
    });

    it('frees the key of an attempt whose end nobody has told us yet', async () => {
      const key = newKey();
      const first = await checkout({ 'idempotency-key': key });
      await shop.sandbox.chaos({ webhooks: { drop: true } });
      await shop.sandbox.control(`sessions/${first.sessionId}/expire`);
      shop.advance(61 * minute);
      const second = await checkout({ 'idempotency-key': key });
      expect(second.sessionId).not.toBe(first.sessionId);
      expect((await order(first.sessionId))?.payment_status).toBe('expired');
    });

    it('charges what the catalogue says, whatever the browser claims', async () => {
      const { sessionId } = await checkout({}, [
        cartItem('resin', 3, { price: 0.01, name: 'Free resin' }),
      ]);
      const session = (await shop.sandbox.sessions()).find(({ id }) => id === sessionId);
      expect(session?.amount_total).toBe(14970);
      expect((await order(sessionId))?.total_amount).toBe('149.70');
    });

    it('shows, stores and charges the same amount to the cent', async () => {
      const resin = shop.db.updateTable('products').where('name', '=', 'Resin');
      try {
        for (const [price, quantity, cents] of [
          ['0.57', 1, 57],
          ['1.10', 3, 330],
          ['29.05', 99, 287_595],
          ['98.99', 7, 69_293],
          ['4.35', 67, 29_145],
          ['9999.99', 99, 98_999_901],
        ] as const) {
          await resin.set({ price }).execute();
          const { sessionId } = await checkout({}, [cartItem('resin', quantity)]);
          const session = (await shop.sandbox.sessions()).find(({ id }) => id === sessionId);
          const stored = await order(sessionId);
          const lines = readOrderLines(stored?.order_items);
          expect([
            session?.amount_total,
            toCents(stored?.total_amount ?? ''),
            sumLines(lines),
          ]).toEqual([cents, cents, cents]);
        }
      } finally {
        await resin.set({ price: '49.90' }).execute();
      }
    });

    it('refuses an order beyond what can be charged at once', async () => {
      const resin = shop.db.updateTable('products').where('name', '=', 'Resin');
      await resin.set({ price: '99999999.99' }).execute();
      const answer = await shop.call('create-checkout', { items: [cartItem('resin', 99)] });
      await resin.set({ price: '49.90' }).execute();
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_quantity' } } });
    });

    it.each([
      ['unknown_product', 400, { id: '20000000-0000-4000-8000-000000000009' }],
      ['unknown_product', 400, { id: "1' or '1'='1" }],
      ['weight_mismatch', 400, { weight: '30ml' }],
      ['invalid_quantity', 400, { quantity: -1 }],
      ['invalid_quantity', 400, { quantity: '1e3' }],
    ])('refuses %s before anything is ordered', async (code, status, changes) => {
      const answer = await shop.call('create-checkout', { items: [cartItem('resin', 1, changes)] });
      expect(answer).toMatchObject({ status, body: { error: { code } } });
      expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([]);
    });

    it('refuses what is sold out', async () => {
      const answer = await shop.call('create-checkout', { items: [cartItem('gone')] });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'sold_out' } } });
    });

    it('settles once, however often and in whatever order it is told', async () => {
      await shop.sandbox.chaos({ webhooks: { duplicate: 4, reorder: true } });
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await Promise.all(
        Array.from({ length: 10 }, () => shop.call('update-order-details', { sessionId })),
      );
      await becomes(sessionId, 'paid');
      await eventsDone(sessionId);
      expect(await payments()).toHaveLength(1);
      await shop.commerce.idle();
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('completes by the success page alone when the webhook never comes', async () => {
      await shop.sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      const shown = await shop.call('update-order-details', { sessionId });
      expect(shown.body.order.payment_status).toBe('paid');
      expect((await events()).filter(({ reference }) => reference === sessionId)).toEqual([]);
      expect(await payments()).toHaveLength(1);
    });

    it('completes by the reconciler when neither webhook nor page comes', async () => {
      await shop.sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await shop.commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('pending');
      shop.advance(11 * minute);
      await shop.commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('keeps a declined order pending, and takes another card', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url, { card: '4000000000000002' });
      const shown = await shop.call('update-order-details', { sessionId });
      expect(shown.body.order.payment_status).toBe('pending');
      const mailed = await shop.call('send-order-email', { orderId: shown.body.order.id });
      expect(mailed).toMatchObject({ status: 409, body: { error: { code: 'order_unpaid' } } });
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('waits for a bank debit, then is paid', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url, { method: 'us_bank_account' });
      await eventsDone(sessionId);
      expect((await order(sessionId))?.payment_status).toBe('pending');
      await shop.sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'succeeded' });
      await becomes(sessionId, 'paid');
    });

    it('marks a bank debit that came back as failed', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url, { method: 'us_bank_account' });
      await shop.sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'failed' });
      await becomes(sessionId, 'failed');
      expect(await payments()).toEqual([]);
    });

    it('never takes back a payment for a late word', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      for (const type of ['expired', 'async_payment_failed', 'completed']) {
        const answer = await deliver(`evt_late_${type}`, `checkout.session.${type}`, sessionId);
        expect(answer.status).toBe(200);
      }
      await shop.commerce.idle();
      expect((await order(sessionId))?.payment_status).toBe('paid');
      expect(await payments()).toHaveLength(1);
    });

    it.each(['expired', 'failed'] as const)(
      'stays paid although somebody had read %s before and says so only now',
      async (state) => {
        const { url, sessionId } = await checkout();
        const before = await shop.provider.read(sessionId);
        if (before.kind !== 'found') throw new Error(before.kind);
        let release = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        const read = vi.fn(async () => {
          await held;
          return { kind: 'found' as const, truth: { ...before.truth, state } };
        });
        const replica = shop.replica({ providers: [{ ...shop.provider, read }] });
        const late = replica.call('update-order-details', { sessionId });
        await vi.waitFor(() => expect(read).toHaveBeenCalled(), waiting);
        await shop.sandbox.pay(url);
        await becomes(sessionId, 'paid');
        release();
        expect((await late).body.order.payment_status).toBe('paid');
        expect((await order(sessionId))?.payment_status).toBe('paid');
      },
    );

    it('turns an expired order paid, with an alert, when the money came after all', async () => {
      const { url, sessionId } = await checkout();
      await shop.db
        .updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop.commerce.idle();
      const subjects = (await mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(subjects).toContainEqual(expect.stringContaining('A payment came late'));
    });

    it('holds a payment of another amount for review', async () => {
      const { url, sessionId } = await checkout();
      await shop.db
        .updateTable('orders')
        .set({ total_amount: '500.00' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'review');
      await shop.commerce.idle();
      expect(await payments()).toEqual([]);
      expect(await mailsTo('ann@example.com')).toEqual([]);
      expect((await mailsTo(teamEmail)).map((mail) => mail.subject)).toEqual([
        expect.stringContaining('A payment needs a look'),
      ]);
    });

    it('holds a payment that names another order for review', async () => {
      const first = await checkout();
      const second = await checkout();
      const stolen = await order(second.sessionId);
      await shop.db
        .deleteFrom('orders')
        .where('id', '=', stolen?.id ?? '')
        .execute();
      await shop.db
        .updateTable('orders')
        .set({ stripe_session_id: second.sessionId })
        .where('stripe_session_id', '=', first.sessionId)
        .execute();
      await shop.sandbox.pay(second.url);
      await becomes(second.sessionId, 'review');
    });

    it('sends every click to the same page although the first answer was lost', async () => {
      await shop.sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
      });
      const key = newKey();
      const body = { items: [cartItem('resin')] };
      const lost = await shop.call('create-checkout', body, { 'idempotency-key': key });
      expect(lost).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      await shop.sandbox.chaos({});
      const again = await checkout({ 'idempotency-key': key }, body.items);
      expect(await shop.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
      const [{ id: orderId } = { id: '' }] = await shop.db
        .selectFrom('orders')
        .select('id')
        .execute();
      const sessions = await shop.sandbox.sessions();
      expect(sessions.filter(({ metadata }) => metadata.order_id === orderId)).toHaveLength(1);
      expect(sessions[0]?.id).toBe(again.sessionId);
    });

    it('finds the session of a lost answer, paid or not', async () => {
      await shop.sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
        webhooks: { drop: true },
      });
      await shop.call('create-checkout', { items: [cartItem('resin')] });
      await shop.call('create-checkout', { items: [cartItem('drops')] });
      await shop.sandbox.chaos({ webhooks: { drop: true } });
      const [drops, resin] = await shop.sandbox.sessions();
      await shop.sandbox.pay(`${shop.sandbox.url}/stripe/pay/${resin?.id}`);
      shop.advance(11 * minute);
      await shop.commerce.jobs.run('reconcile');
      expect((await order(resin?.id ?? ''))?.payment_status).toBe('paid');
      expect((await order(drops?.id ?? ''))?.payment_status).toBe('pending');
    });

    it('settles by the webhook although the answer with the session id was lost', async () => {
      await shop.sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', answerLost: true },
      });
      await shop.call('create-checkout', { items: [cartItem('resin')] });
      const [session] = await shop.sandbox.sessions();
      await shop.sandbox.pay(`${shop.sandbox.url}/stripe/pay/${session?.id}`);
      await becomes(session?.id ?? '', 'paid');
    });

    it('expires an order that never reached the provider', async () => {
      await shop.sandbox.chaos({
        api: { match: 'POST /v1/checkout/sessions', fail: { status: 500, times: 10 } },
      });
      const failed = await shop.call('create-checkout', { items: [cartItem('resin')] });
      expect(failed.status).toBe(503);
      await shop.sandbox.chaos({});
      shop.advance(71 * minute);
      await shop.commerce.jobs.run('reconcile');
      const [lost] = await shop.db.selectFrom('orders').selectAll().execute();
      expect(lost?.payment_status).toBe('expired');
    });

    it('keeps an event that cannot be settled yet, and works it off later', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.chaos({
        api: { match: 'GET /v1/checkout/sessions/*', fail: { status: 503, times: 1000 } },
      });
      await shop.sandbox.pay(url);
      await vi.waitFor(async () => {
        const event = (await events()).find(({ reference }) => reference === sessionId);
        expect(event?.last_error).toContain('cannot be reached');
      }, waiting);
      expect((await order(sessionId))?.payment_status).toBe('pending');
      const shown = await shop.call('update-order-details', { sessionId });
      expect(shown).toMatchObject({
        status: 503,
        body: { error: { code: 'provider_unavailable' } },
      });
      await shop.sandbox.chaos({});
      await shop.commerce.jobs.run('reconcile');
      expect((await order(sessionId))?.payment_status).toBe('paid');
      await eventsDone(sessionId);
    });

    it('finds in the daily comparison what every other way missed', async () => {
      await shop.sandbox.chaos({ webhooks: { drop: true } });
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await shop.db
        .updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop.commerce.jobs.run('compare');
      expect((await order(sessionId))?.payment_status).toBe('paid');
    });

    it('tells the team of a paid order that the provider does not list', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop.db
        .updateTable('orders')
        .set({ stripe_session_id: 'cs_test_forged' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      shop.advance(11 * minute);
      await shop.commerce.jobs.run('compare');
      await shop.commerce.idle();
      expect((await mailsTo(teamEmail)).map((mail) => mail.subject)).toContainEqual(
        expect.stringContaining('not paid at the provider'),
      );
    });

    it('mails once however often it is asked to', async () => {
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const orderId = (await order(sessionId))?.id;
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => shop.call('send-order-email', { orderId })),
      );
      expect(answers.every((answer) => answer.body.sent === true)).toBe(true);
      const last = await shop.call('send-order-email', { orderId });
      expect(last.body).toEqual({ sent: true, alreadySent: true });
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
    });

    it('says so when the mail server refuses, and sends the mail later', async () => {
      await shop.sandbox.chaos({ smtp: { reject: 2 } });
      const { url, sessionId } = await checkout();
      await shop.sandbox.pay(url);
      await becomes(sessionId, 'paid');
      const orderId = (await order(sessionId))?.id;
      const refused = await shop.call('send-order-email', { orderId });
      expect(refused.body).toEqual({ sent: false, alreadySent: false });
      await shop.commerce.idle();
      shop.advance(2 * minute);
      await shop.commerce.idle();
      const later = await shop.call('send-order-email', { orderId });
      expect(later.body).toEqual({ sent: true, alreadySent: true });
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
    });

    it('answers 404 for a session and an order that do not exist', async () => {
      const session = await shop.call('update-order-details', { sessionId: 'cs_test_nothing' });
      expect(session).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
      const mail = await shop.call('send-order-email', { orderId: newKey() });
      expect(mail).toMatchObject({ status: 404, body: { error: { code: 'order_not_found' } } });
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
      return fetch(`${shop.url}/webhooks/stripe`, {
        method: 'POST',
        headers: signed ? { 'stripe-signature': signature } : {},
        body: body + tail,
      });
    }

    it('believes a webhook neither its word nor a wrong signature', async () => {
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
      await shop.commerce.idle();
      expect((await order(sessionId))?.payment_status).toBe('pending');
    });
  });
}
