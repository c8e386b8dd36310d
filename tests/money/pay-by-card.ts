import { describe, expect, it, vi } from 'vitest';
import { type Scene, waiting } from './scene.ts';
import { cartItem, newKey, sessionIdOf, teamEmail } from './test-shop.ts';

export function testCardPayments({
  shop,
  order,
  becomes,
  payments,
  mailsTo,
  eventsDone,
  checkout,
}: Scene): void {
  describe('pays by card', () => {
    it('logs every milestone by the order, and nothing about the customer', async () => {
      const { url, sessionId } = await checkout();
      const { id: orderId } = (await order(sessionId)) ?? {};
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop().commerce.idle();
      const told = shop().milestones.filter(
        ({ facts }) => (facts as { orderId?: string }).orderId === orderId,
      );
      expect(told.map(({ message }) => message)).toEqual([
        'A payment was begun.',
        'An order was paid.',
        'An email of an order was sent.',
        'An email of an order was sent.',
      ]);
      expect(JSON.stringify(shop().milestones)).not.toMatch(/@|Ann|Main St|555|cs_/);
    });

    it('logs an order that ended unpaid as that', async () => {
      const { sessionId } = await checkout();
      const { id: orderId } = (await order(sessionId)) ?? {};
      await shop().sandbox.control(`sessions/${sessionId}/expire`);
      await becomes(sessionId, 'expired');
      await shop().commerce.idle();
      const told = shop().milestones.filter(
        ({ facts }) => (facts as { orderId?: string }).orderId === orderId,
      );
      expect(told.map(({ message }) => message)).toEqual([
        'A payment was begun.',
        'The payment of an order ended without money.',
      ]);
    });

    it('records one order, one payment and one email to each side', async () => {
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
      const paidPage = await shop().sandbox.pay(url);
      expect(paidPage.headers.get('location')).toBe(
        `${shop().url}/payment-success?session_id=${sessionId}`,
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

      const shown = await shop().call(
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
      const mailed = await shop().call('send-order-email', {
        orderId: pending?.id,
        email: 'mallory@example.net',
        name: 'Mallory',
      });
      expect(mailed.body.sent).toBe(true);
      expect(await mailsTo('ann@example.com')).toHaveLength(1);
      expect(await mailsTo(teamEmail)).toHaveLength(1);
      expect(await mailsTo('mallory@example.net')).toHaveLength(0);
    });

    it('shows personal details only to the browser or account that placed the order', async () => {
      const { url, sessionId, cookie } = await checkout();
      await shop().sandbox.pay(url);
      const seenBy = async (headers: Record<string, string>) =>
        (await shop().call('update-order-details', { sessionId }, headers)).body.order;
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

    it('shows the order without the cookie to its owner only', async () => {
      const [owner, other] = [newKey(), newKey()];
      await shop().database.query({
        text: 'insert into auth.users (id, email) values ($1, $2), ($3, $4)',
        values: [owner, `${owner}@example.com`, other, `${other}@example.com`],
      });
      const { url, sessionId } = await checkout({ authorization: `Bearer user:${owner}` });
      expect(await order(sessionId)).toMatchObject({ user_id: owner, name: 'Pending' });
      await shop().sandbox.pay(url);
      const seenBy = async (user: string) =>
        (
          await shop().call(
            'update-order-details',
            { sessionId },
            { authorization: `Bearer user:${user}` },
          )
        ).body.order.name;
      expect(await seenBy(owner)).toBe('Ann Example');
      expect(await seenBy(other)).toBe('Pending');
    });

    it('keeps a declined order pending, and takes another card', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url, { card: '4000000000000002' });
      const shown = await shop().call('update-order-details', { sessionId });
      expect(shown.body.order.payment_status).toBe('pending');
      const mailed = await shop().call('send-order-email', { orderId: shown.body.order.id });
      expect(mailed).toMatchObject({ status: 409, body: { error: { code: 'order_unpaid' } } });
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      expect(await payments()).toHaveLength(1);
    });

    it('waits for a bank debit, then is paid', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url, { method: 'us_bank_account' });
      await eventsDone(sessionId);
      expect((await order(sessionId))?.payment_status).toBe('pending');
      await shop().sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'succeeded' });
      await becomes(sessionId, 'paid');
    });

    it('marks a returned bank debit as failed', async () => {
      const { url, sessionId } = await checkout();
      await shop().sandbox.pay(url, { method: 'us_bank_account' });
      await shop().sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'failed' });
      await becomes(sessionId, 'failed');
      expect(await payments()).toEqual([]);
    });

    it('tells the customer once that the bank has not paid', async () => {
      const { url, sessionId } = await checkout();
      const email = 'debit@mail.example';
      await shop().sandbox.pay(url, { method: 'us_bank_account', email });
      await shop().sandbox.control(`sessions/${sessionId}/settle`, { outcome: 'failed' });
      await becomes(sessionId, 'failed');
      await shop().call('update-order-details', { sessionId });
      await shop().commerce.idle();
      const [mail, ...others] = await mailsTo(email);
      expect(mail?.subject).toMatch(
        /^The payment for your Liv Fit order \w{8} did not go through$/,
      );
      expect(others).toEqual([]);
    });

    it('says nothing of it to whoever has paid for the same by another order', async () => {
      const waiting = await checkout();
      const email = 'debit-then-card@mail.example';
      await shop().sandbox.pay(waiting.url, { method: 'us_bank_account', email });
      await eventsDone(waiting.sessionId);
      const payAgain = [(await order(waiting.sessionId))?.id];
      const { body } = await shop().call(
        'create-checkout',
        { items: [cartItem('resin', 2)], payAgain },
        { cookie: waiting.cookie ?? '' },
      );
      await shop().sandbox.pay(body.url, { email });
      await becomes(sessionIdOf(body.url), 'paid');
      await shop().sandbox.control(`sessions/${waiting.sessionId}/settle`, { outcome: 'failed' });
      await becomes(waiting.sessionId, 'failed');
      await shop().commerce.idle();
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
        expect.stringContaining('is confirmed'),
      ]);
    });

    it.each(['expired', 'failed'] as const)(
      'stays paid although somebody had read %s before and says so only now',
      async (state) => {
        const { url, sessionId } = await checkout();
        const before = await shop().provider.readOrCapture(sessionId, async () => true);
        if (before.kind !== 'found') throw new Error(before.kind);
        let release = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        const readOrCapture = vi.fn(async () => {
          await held;
          return { kind: 'found' as const, reported: { ...before.reported, state } };
        });
        const replica = shop().replica({ providers: [{ ...shop().provider, readOrCapture }] });
        const late = replica.call('update-order-details', { sessionId });
        await vi.waitFor(() => expect(readOrCapture).toHaveBeenCalled(), waiting);
        await shop().sandbox.pay(url);
        await becomes(sessionId, 'paid');
        release();
        expect((await late).body.order.payment_status).toBe('paid');
        expect((await order(sessionId))?.payment_status).toBe('paid');
      },
    );

    it('marks an expired order paid, with an alert, when the money arrives late', async () => {
      const { url, sessionId } = await checkout();
      await shop()
        .db.updateTable('orders')
        .set({ payment_status: 'expired' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'paid');
      await shop().commerce.idle();
      const subjects = (await mailsTo(teamEmail)).map((mail) => mail.subject);
      expect(subjects).toContainEqual(expect.stringContaining('A payment arrived late'));
    });

    it('holds a payment of another amount for review', async () => {
      const { url, sessionId } = await checkout();
      await shop()
        .db.updateTable('orders')
        .set({ total_amount: '500.00' })
        .where('stripe_session_id', '=', sessionId)
        .execute();
      await shop().sandbox.pay(url);
      await becomes(sessionId, 'review');
      await shop().commerce.idle();
      expect(await payments()).toMatchObject([{ standing: 'review', amount_cents: 9980 }]);
      expect(await mailsTo('ann@example.com')).toEqual([]);
      expect((await mailsTo(teamEmail)).map((mail) => mail.subject)).toEqual([
        expect.stringContaining('A payment needs review'),
      ]);
    });

    it('holds a payment that names another order for review', async () => {
      const first = await checkout();
      const second = await checkout();
      const stolen = await order(second.sessionId);
      await shop()
        .db.deleteFrom('orders')
        .where('id', '=', stolen?.id ?? '')
        .execute();
      await shop()
        .db.updateTable('orders')
        .set({ stripe_session_id: second.sessionId })
        .where('stripe_session_id', '=', first.sessionId)
        .execute();
      await shop().sandbox.pay(second.url);
      await becomes(second.sessionId, 'review');
    });
  });
}
