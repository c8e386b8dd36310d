import { describe, expect, it } from 'vitest';
import { orderPlaceholders } from '#domain/order.ts';
import type { Scene } from './scene.ts';
import { newKey } from './test-shop.ts';

const address = 'ann@example.com';

export function testFailedMails({ shop, mailsTo, signIn, paidOrder }: Scene): void {
  /** Makes sending the customer's confirmation fail for good, and returns its id. */
  async function givenUp(): Promise<string> {
    await shop().sandbox.chaos({ smtp: { reject: 2 } });
    const { orderId } = await paidOrder();
    await shop().commerce.idle();
    const failed = await shop()
      .db.updateTable('private.email_outbox')
      .set({ status: 'failed', tries: 12 })
      .where('order_id', '=', orderId)
      .where('recipient', '=', address)
      .returning('id')
      .executeTakeFirstOrThrow();
    return failed.id;
  }
  const mail = (id: string) =>
    shop()
      .db.selectFrom('private.email_outbox')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  describe('failed emails', () => {
    it('are sent once, however often resending is clicked', async () => {
      const mailId = await givenUp();
      const { id, headers } = await signIn();
      const click = () => shop().call('resend-failed-mail', { mailId }, headers);
      const answers = await Promise.all(Array.from({ length: 10 }, click));
      answers.push(await click());
      expect(answers.every(({ body }) => body.sent === true)).toBe(true);
      expect(await mailsTo(address)).toHaveLength(1);
      const { rows } = await shop().database.query({
        text: `select actor_id, before, after from public.audit_log where row_id = $1`,
        values: [mailId],
      });
      expect(rows).toMatchObject([
        { actor_id: id, before: { status: 'failed' }, after: { status: 'queued' } },
      ]);
      expect(JSON.stringify(rows)).not.toContain(address);
    });

    it('report that the mail server still refuses', async () => {
      const mailId = await givenUp();
      await shop().sandbox.chaos({ smtp: { reject: 1 } });
      const { headers } = await signIn();
      const answer = await shop().call('resend-failed-mail', { mailId }, headers);
      expect(answer.body).toEqual({ sent: false });
      expect(await mail(mailId)).toMatchObject({ status: 'queued', tries: 1 });
    });

    it('are not sent again when their link has expired', async () => {
      const mailId = await givenUp();
      await shop()
        .db.updateTable('private.email_outbox')
        .set({ dedupe_key: `auth:recovery:${address}:${mailId}` })
        .where('id', '=', mailId)
        .execute();
      const { headers } = await signIn();
      expect(await shop().call('resend-failed-mail', { mailId }, headers)).toMatchObject({
        status: 409,
        body: { error: { code: 'mail_expired' } },
      });
      const unknown = { mailId: newKey() };
      expect(await shop().call('resend-failed-mail', unknown, headers)).toMatchObject({
        status: 404,
      });
    });

    it('are not sent without text after the recipient’s account was deleted', async () => {
      const mailId = await givenUp();
      await shop()
        .db.updateTable('private.email_outbox')
        .set({ recipient: orderPlaceholders.deletedEmail, subject: '', html: '', text: '' })
        .where('id', '=', mailId)
        .execute();
      const { headers } = await signIn();
      expect(await shop().call('resend-failed-mail', { mailId }, headers)).toMatchObject({
        status: 404,
        body: { error: { code: 'mail_not_found' } },
      });
      expect(await mail(mailId)).toMatchObject({ status: 'failed' });
    });

    it('can be dismissed, and come back if they fail again', async () => {
      const mailId = await givenUp();
      const { headers } = await signIn();
      const dismiss = async () =>
        (await shop().call('dismiss-failed-mails', { mailIds: [mailId] }, headers)).body;
      expect(await dismiss()).toEqual({ dismissed: 1 });
      expect(await dismiss()).toEqual({ dismissed: 0 });
      expect((await mail(mailId)).dismissed_at).not.toBeNull();
      await shop().call('resend-failed-mail', { mailId }, headers);
      expect((await mail(mailId)).dismissed_at).toBeNull();
      expect(await dismiss()).toEqual({ dismissed: 0 });
      expect((await shop().call('dismiss-failed-mails', { mailIds: [] }, headers)).status).toBe(
        400,
      );
    });
  });
}
