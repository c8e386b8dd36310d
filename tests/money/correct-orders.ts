import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPaymentPages, providers } from './payment-pages.ts';
import type { Scene } from './scene.ts';
import { teamEmail } from './test-shop.ts';

export function testCorrecting(scene: Scene): void {
  const { shop, mailsTo, signIn, paidOrder, checkout, order, becomes, payments } = scene;
  const { start, capture } = createPaymentPages(scene);
  const cancel = async (reference: string) => {
    const placed = await order(reference);
    await shop()
      .db.updateTable('orders')
      .set({ status: 'cancelled' })
      .where('id', '=', placed?.id ?? '')
      .execute();
  };
  const details = {
    name: 'Ann Other',
    email: 'ann.other@example.com',
    phone: '+1 555 0199',
    address: '9 New Street\nDenver, CO 80202\nUS',
  };
  const rowOf = (id: string) =>
    shop()
      .db.selectFrom('orders')
      .select(['name', 'email', 'phone', 'address', 'total_amount', 'status'])
      .select(sql<string>`to_json(updated_at) #>> '{}'`.as('at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const logOf = async (id: string) => {
    const { rows } = await sql<{ after: object; actor_id: string }>`
      select after, actor_id from public.audit_log
      where row_id = ${id} and actor_id is not null order by id`.execute(shop().db);
    return rows;
  };

  describe('corrects', () => {
    it('who an order goes to, and logs who did it without what they wrote', async () => {
      const { headers, id } = await signIn();
      const { orderId, sessionId } = await paidOrder();
      const { at, total_amount } = await rowOf(orderId);
      const correct = (seen = { updatedAt: at }) =>
        shop().call('correct-order', { orderId, details, seen }, headers);
      expect((await correct()).body).toEqual({ changed: true });
      expect(await rowOf(orderId)).toMatchObject({ ...details, total_amount });
      // As after a lost response: the same correction again, although the order has changed since.
      expect((await correct()).body).toEqual({ changed: false });
      expect(await logOf(orderId)).toEqual([
        { actor_id: id, after: { name: '…', email: '…', phone: '…', address: '…' } },
      ]);
      // Rereading the payment, which still has the old details, does not undo the correction.
      await shop().call('update-order-details', { sessionId });
      expect(await rowOf(orderId)).toMatchObject(details);
    });

    it('whose order it is, unless an account placed it', async () => {
      const { headers } = await signIn();
      const mistyped = await signIn({ role: 'customer' });
      const right = await signIn({ role: 'customer' });
      const { db } = shop();
      await sql`update auth.users set email_confirmed_at = now()
        where id in (${mistyped.id}, ${right.id})`.execute(db);
      const emailOf = (account: { id: string }) => `${account.id}@example.com`;
      const ownerAfter = async (email: string, orderId: string) => {
        const { at } = await rowOf(orderId);
        const body = { orderId, details: { ...details, email }, seen: { updatedAt: at } };
        expect((await shop().call('correct-order', body, headers)).body).toEqual({ changed: true });
        const order = db.selectFrom('orders').select('user_id').where('id', '=', orderId);
        return (await order.executeTakeFirstOrThrow()).user_id;
      };
      const { orderId } = await paidOrder();
      expect(await ownerAfter(emailOf(mistyped), orderId)).toBe(mistyped.id);
      expect(await ownerAfter(emailOf(right), orderId)).toBe(right.id);
      expect(await ownerAfter('nobody.yet@example.com', orderId)).toBeNull();
      // An order placed while signed in stays with its account, whatever email address it is sent to.
      await sql`update private.checkout_attempts set from_account = true
        where order_id = ${orderId}`.execute(db);
      await sql`update public.orders set user_id = ${mistyped.id} where id = ${orderId}`.execute(
        db,
      );
      expect(await ownerAfter(emailOf(right), orderId)).toBe(mistyped.id);
    });

    it('nothing that has changed since, has shipped or is still being paid', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const { at } = await rowOf(orderId);
      const correct = async (id: string, updatedAt: string) => {
        const body = { orderId: id, details, seen: { updatedAt } };
        return (await shop().call('correct-order', body, headers)).body.error?.code;
      };
      const before = await rowOf(orderId);
      expect(await correct(orderId, '2026-01-01T00:00:00Z')).toBe('order_changed');
      const parcel = { orderId, carrier: 'UPS', trackingNumber: '1Z' };
      await shop().call('ship-order', parcel, headers);
      expect(await correct(orderId, at)).toBe('already_shipped');
      expect(await rowOf(orderId)).toMatchObject({ name: before.name, address: before.address });
      const { sessionId } = await checkout();
      const unpaid = await order(sessionId);
      const seen = await rowOf(unpaid?.id ?? '');
      expect(await correct(unpaid?.id ?? '', seen.at)).toBe('order_unpaid');
      const bad = { orderId, details: { ...details, email: 'nobody' }, seen: { updatedAt: at } };
      expect((await shop().call('correct-order', bad, headers)).status).toBe(400);
      const { headers: customer } = await signIn({ role: 'customer' });
      const asked = { orderId, details, seen: { updatedAt: at } };
      expect((await shop().call('correct-order', asked, customer)).status).toBe(403);
    });

    it('tells the customer once that an order was canceled, and only then', async () => {
      const { headers } = await signIn();
      const { orderId } = await paidOrder();
      const tell = () => shop().call('tell-cancelled', { orderId }, headers);
      expect((await tell()).body.error.code).toBe('not_cancelled');
      await shop()
        .db.updateTable('orders')
        .set({ status: 'cancelled' })
        .where('id', '=', orderId)
        .execute();
      const answers = await Promise.all([tell(), tell()]);
      expect(answers.map(({ body }) => body)).toEqual([{ told: true }, { told: true }]);
      await shop().commerce.idle();
      const mails = await mailsTo('ann@example.com');
      expect(mails.filter(({ subject }) => subject.includes('was canceled'))).toHaveLength(1);
    });

    it.each(providers)('a canceled order is not paid any more, %s', async (provider) => {
      const page = await start(provider);
      await cancel(page.reference);
      await shop().commerce.jobs.run('cancelled');
      await page.pay().catch(() => {});
      if (provider === 'paypal') await capture(page.reference);
      await shop().commerce.idle();
      expect(await order(page.reference)).toMatchObject({ payment_status: 'expired' });
      expect(await payments()).toEqual([]);
    });

    it('captures no approval for an order that was canceled meanwhile', async () => {
      const held = shop().holdWebhooks();
      const page = await start('paypal');
      await page.pay();
      await cancel(page.reference);
      const answer = await capture(page.reference);
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'order_cancelled' } } });
      held.release();
      await shop().commerce.idle();
      expect(await payments()).toEqual([]);
    });

    it('holds a payment that was faster than the cancellation for review', async () => {
      const held = shop().holdWebhooks();
      const page = await start('stripe');
      await page.pay();
      await cancel(page.reference);
      held.release();
      await shop().call('update-order-details', { sessionId: page.reference });
      await becomes(page.reference, 'review');
      await shop().commerce.idle();
      expect(await mailsTo('ann@example.com')).toEqual([]);
      const [alert] = await mailsTo(teamEmail);
      expect(alert?.text).toContain('It was canceled before it was paid.');
    });
  });
}
