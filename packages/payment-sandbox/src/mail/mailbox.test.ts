import { createTransport, type SendMailOptions } from 'nodemailer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../fixtures/start-sandbox.ts';
import type { Mail } from './mailbox.ts';

async function startMailbox() {
  const { sandbox, chaos } = await startSandbox();
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort });
  onTestFinished(() => transport.close());
  return {
    url: sandbox.url,
    chaos,
    send: (mail: SendMailOptions) =>
      transport.sendMail({ from: 'Shop <shop@shop.example>', ...mail }),
    messages: async (): Promise<Mail[]> => (await fetch(`${sandbox.url}/mail/messages`)).json(),
  };
}

describe('the mailbox', () => {
  it('hands out what was sent: decoded, bare addresses, newest first', async () => {
    const { send, messages } = await startMailbox();
    await send({
      to: { name: 'Ann, "the" Müller', address: 'ann@example.com' },
      replyTo: 'help@shop.example',
      subject: 'Grüße ✓ und ein sehr langer Betreff, der in mehreren Teilen kodiert werden muss',
      text: 'Schöne Grüße\n',
      html: '<p>Schöne <b>Grüße</b> für 5 €</p>',
      date: '2026-11-20T10:00:00Z',
      messageId: '<order-1@shop.example>',
    });
    await send({ to: 'team@shop.example', subject: 'Only text', text: 'x' });

    const [second, first] = await messages();
    expect(first).toMatchObject({
      to: ['ann@example.com'],
      from: 'shop@shop.example',
      replyTo: ['help@shop.example'],
      subject: 'Grüße ✓ und ein sehr langer Betreff, der in mehreren Teilen kodiert werden muss',
      date: '2026-11-20T10:00:00.000Z',
      messageId: '<order-1@shop.example>',
    });
    expect(first?.text.trim()).toBe('Schöne Grüße');
    expect(first?.html).toContain('<p>Schöne <b>Grüße</b> für 5 €</p>');
    expect(second).toMatchObject({ to: ['team@shop.example'], html: '' });
  });

  it('returns empty strings for missing parts of an email', async () => {
    const { send, messages } = await startMailbox();
    await send({ to: 'a@example.com', html: '<p>only html</p>' });
    await send({ to: 'a@example.com' });
    const [bare, html] = await messages();
    expect(html).toMatchObject({ subject: '', text: '' });
    expect(bare).toMatchObject({ subject: '', html: '' });
    expect(bare?.text.trim()).toBe('');
  });

  it('names every recipient of the envelope, hidden ones too', async () => {
    const { send, messages } = await startMailbox();
    await send({ to: 'a@example.com', cc: 'b@example.com', bcc: 'c@example.com', text: 'x' });
    const [mail] = await messages();
    expect(mail?.to).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    expect(mail).toMatchObject({ headerTo: ['a@example.com'], cc: ['b@example.com'] });
  });

  it('is emptied by DELETE', async () => {
    const { url, send, messages } = await startMailbox();
    await send({ to: 'a@example.com', text: 'x' });
    expect((await fetch(`${url}/mail/messages`, { method: 'DELETE' })).status).toBe(204);
    expect(await messages()).toEqual([]);
  });

  it('refuses a mail that is too large', async () => {
    const { send, messages } = await startMailbox();
    const huge = send({ to: 'a@example.com', text: 'x'.repeat(11 * 1024 * 1024) });
    await expect(huge).rejects.toMatchObject({ responseCode: 552 });
    expect(await messages()).toEqual([]);
  });

  it('shows mails in a frame where nothing runs', async () => {
    const { url, send, messages } = await startMailbox();
    await send({
      to: 'a@example.com',
      subject: '<b>Hi</b>',
      html: `<script>alert(1)</script><p title="'">Hi</p>`,
      text: '<i>plain</i>',
    });
    const [mail] = await messages();
    const response = await fetch(`${url}/mail/${mail?.id}`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).not.toMatch(/<script|<b>Hi/);
    const text = await (await fetch(`${url}/mail/${mail?.id}?view=text`)).text();
    expect(text).toContain('&lt;i&gt;plain&lt;/i&gt;');
    expect(await (await fetch(`${url}/mail`)).text()).toContain('&lt;b&gt;Hi&lt;/b&gt;');
  });
});

describe('chaos on mail', () => {
  it('refuses so many emails, then accepts them', async () => {
    const { send, messages, chaos } = await startMailbox();
    await chaos({ smtp: { reject: 1 } });
    await expect(send({ to: 'a@example.com', text: 'x' })).rejects.toMatchObject({
      responseCode: 451,
    });
    await send({ to: 'a@example.com', text: 'x' });
    expect(await messages()).toHaveLength(1);
  });

  it('stores an email but drops the connection to its sender', async () => {
    const { send, messages, chaos } = await startMailbox();
    await chaos({ smtp: { answerLost: 1 } });
    await expect(send({ to: 'a@example.com', text: 'x' })).rejects.toThrow();
    expect(await messages()).toHaveLength(1);
  });
});
