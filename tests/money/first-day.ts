import { afterEach, describe, expect, it } from 'vitest';
import type { FirstDayFacts } from '#domain/first-day.ts';
import { createMailTransport } from '#server/email/mail-transport.ts';
import { mailTimeouts } from '#server/setup/choose-providers.ts';
import type { Scene } from './scene.ts';
import type { TestShop } from './test-shop.ts';

type Answer = FirstDayFacts & { left: string[] };

export function testFirstDay({ shop, mailsTo, signIn, paidOrder }: Scene): void {
  describe('the first day', () => {
    afterEach(() =>
      shop()
        .db.deleteFrom('private.settings')
        .where('key', 'in', ['mail_tested_at', 'live_payments_since'])
        .execute(),
    );
    const read = async ({ call }: Pick<TestShop, 'call'> = shop()): Promise<Answer> => {
      const { headers } = await signIn();
      return (await call('first-day', {}, headers)).body;
    };
    const mail = {
      from: { name: 'Liv Fit', address: 'hello@livfit.example' },
      transport: () => createMailTransport(shop().place.smtpUrl, mailTimeouts),
    };
    const withMailServer = () =>
      shop().replica({ mail: { ...mail, transport: mail.transport(), server: 'smtp' } });

    it('asks for a test email until a real mail server has taken one', async () => {
      const { id, headers } = await signIn();
      const simulated = await shop().call('send-test-mail', {}, headers);
      expect(simulated.body).toEqual({ to: `${id}@example.com` });
      expect(await mailsTo(`${id}@example.com`)).toMatchObject([
        { subject: 'Test email from Liv Fit' },
      ]);
      expect(await read()).toMatchObject({ mail: { server: 'simulated', testedAt: null } });

      const { commerce, call } = withMailServer();
      await shop().sandbox.chaos({ smtp: { reject: 1 } });
      const refused = await call('send-test-mail', {}, headers);
      expect(refused).toMatchObject({ status: 502, body: { error: { code: 'mail_not_sent' } } });
      expect(refused.body.error.message).toMatch(/\(.*4\d\d.*\)/);
      expect((await read({ call })).left).toContain('mail');

      expect((await call('send-test-mail', {}, headers)).status).toBe(200);
      const facts = await read({ call });
      expect(facts.left).not.toContain('mail');
      expect(facts.mail).toEqual({ server: 'smtp', testedAt: expect.any(String) });
      expect((await read()).left).toContain('mail');
      await commerce.stop();
    });

    it('sends no test email without a mail server, nor for customers', async () => {
      const { commerce, call } = shop().replica({
        mail: { ...mail, transport: mail.transport(), server: 'none' },
      });
      const admin = await signIn();
      expect((await call('send-test-mail', {}, admin.headers)).body).toMatchObject({
        error: { code: 'no_mail_server' },
      });
      const customer = await signIn({ role: 'customer' });
      for (const name of ['send-test-mail', 'first-day']) {
        const answer = await call(name, {}, customer.headers);
        expect(answer.body).toEqual({ error: expect.objectContaining({ code: 'not_admin' }) });
      }
      expect(await shop().sandbox.mails()).toEqual([]);
      await commerce.stop();
    });

    it('asks for live keys, then for an order that was paid with them', async () => {
      expect((await read()).left).toEqual(expect.arrayContaining(['payments', 'order']));
      await paidOrder();
      const tested = await read();
      expect(tested.left).toContain('payments');
      expect(tested.left).not.toContain('order');
      expect(tested.payments).toMatchObject([{ keys: 'test' }, { keys: 'test' }]);

      const open = () =>
        shop().replica({ providers: [{ ...shop().provider, keys: 'live' }, shop().paypal] });
      const first = open();
      await first.commerce.start();
      await first.commerce.stop();
      const connected = await read(first);
      expect(connected.left).not.toContain('payments');
      expect(connected.left).toContain('order');
      expect(connected.payments).toMatchObject([{ keys: 'live' }, { keys: 'test' }]);

      await paidOrder();
      const next = open();
      await next.commerce.start();
      await next.commerce.stop();
      const ordered = await read(next);
      expect(ordered.left).not.toContain('order');
      expect(ordered.order.liveSince).toBe(connected.order.liveSince);
    });
  });
}
