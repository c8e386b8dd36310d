import { describe, expect, it } from 'vitest';
import { minute, type Scene } from './scene.ts';

/** Each has a new link, since only the links' hashes are stored. */
const ofOrder = /\/find-order#token=[\w-]{43}/;
const withoutToken = (text: string) => text.replace(ofOrder, '');

export function testResending({ shop, mailsTo, signIn, paidOrder }: Scene): void {
  describe('sends a mail again', () => {
    it('resends the confirmation once, however often clicked in a minute', async () => {
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
      expect(new Set(mails.map(({ text }) => withoutToken(text))).size).toBe(1);
      for (const { text } of mails) expect(text).toMatch(ofOrder);
    });

    it('renders the confirmation again when its text was deleted', async () => {
      const { orderId } = await paidOrder();
      await shop().commerce.idle();
      const emptied = shop()
        .db.updateTable('private.email_outbox')
        .set({ html: '', text: '' })
        .where('order_id', '=', orderId);
      await emptied.execute();
      const { headers } = await signIn();
      const click = () => shop().call('resend-order-email', { orderId }, headers);
      expect((await click()).body).toEqual({ sent: true });
      await emptied.set({ status: 'failed' }).execute();
      expect((await click()).body).toEqual({ sent: true });
      const mails = await mailsTo('ann@example.com');
      expect(mails).toHaveLength(3);
      expect(new Set(mails.map(({ text }) => withoutToken(text))).size).toBe(1);
      for (const { text } of mails) expect(text).toMatch(ofOrder);
    });

    it('retries an email that was given up', async () => {
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

    it('lists a dismissed email again when it fails again', async () => {
      await shop().sandbox.chaos({ smtp: { reject: 3 } });
      const { orderId } = await paidOrder();
      await shop().commerce.idle();
      const { id } = await shop()
        .db.updateTable('private.email_outbox')
        .set({ status: 'failed', tries: 12, dismissed_at: new Date() })
        .where('order_id', '=', orderId)
        .where('recipient', '=', 'ann@example.com')
        .returning('id')
        .executeTakeFirstOrThrow();
      const admin = await signIn();
      const answer = await shop().call('resend-order-email', { orderId }, admin.headers);
      expect(answer.body).toEqual({ sent: false });
      const mail = await shop()
        .db.selectFrom('private.email_outbox')
        .select(['status', 'dismissed_at'])
        .where('id', '=', id)
        .executeTakeFirst();
      expect(mail).toEqual({ status: 'queued', dismissed_at: null });
      const { rows } = await shop().database.query({
        text: 'select actor_id, after from public.audit_log where row_id = $1',
        values: [id],
      });
      expect(rows).toMatchObject([{ actor_id: admin.id, after: { status: 'queued' } }]);
    });

    it('resends refund and shipping emails, and reports when there was none', async () => {
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
