import { randomUUID } from 'node:crypto';
import type { AuthMail } from '@liv-fit/backend/auth';
import type { Database, Queryable } from '@liv-fit/backend/database';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { systemTimers } from '#server/jobs/timers.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { claimEmails } from './claim-emails.ts';
import type { MailTransport } from './mail-transport.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';
import { parseSender } from './parse-sender.ts';
import { queueAccountMail } from './queue-account-mail.ts';
import { queueAccountNotice } from './queue-account-notice.ts';
import { queueEmail } from './queue-email.ts';
import { maxTries, recordAttempt, waitAfter } from './record-attempt.ts';

const minute = 60_000;
const waiting = { timeout: 120_000, interval: 10 };
let database: Database;
let offset = 0;
const now = () => new Date(Date.now() + offset);
const silent = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  database = await openMigratedPglite();
});
afterAll(() => database?.close());
beforeEach(async () => {
  offset = 0;
  await database.query({ text: 'delete from private.email_outbox' });
});

function recorder(send: (mail: SendMailOptions) => Promise<unknown> = async () => {}) {
  const sent: SendMailOptions[] = [];
  const transport: MailTransport = {
    sendMail: async (mail) => {
      await send(mail);
      sent.push(mail);
    },
    close: () => {},
  };
  return { sent, transport };
}

function open(transport: MailTransport, changes: Partial<OutboxOptions> = {}) {
  return createOutbox({
    database,
    transport,
    from: { name: 'Liv Fit', address: 'hello@livfit.example' },
    shop: async () => ({ brand: 'Other Roots', email: 'care@roots.example' }),
    now,
    timers: systemTimers,
    log: silent,
    pollMs: 60_000,
    sendTimeoutMs: 1000,
    maxAtOnce: 3,
    ...changes,
  });
}

function queue(recipient = 'ann@example.com', dedupeKey: string = randomUUID()) {
  return queueEmail(database, {
    dedupeKey,
    recipient,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
  });
}

/** Each email's key, what happened to it, and what is left of its text. */
async function contents() {
  const { rows } = await database.query<{ line: string }>({
    text: `select dedupe_key || ' ' || status || ' ' || html || ' ' || text as line
      from private.email_outbox order by dedupe_key`,
  });
  return rows.map(({ line }) => line);
}

async function rows() {
  const { rows } = await database.query<{
    id: string;
    status: string;
    tries: number;
    last_error: string | null;
    wait: number;
  }>({
    text: `select id, status, tries, last_error,
        extract(epoch from next_attempt_at - $1)::float8 as wait
      from private.email_outbox`,
    values: [now()],
  });
  return rows;
}

describe('the outbox', () => {
  it('keeps no text of what was sent', async () => {
    await queue('ann@example.com', 'order:1:paid:customer');
    const sent: string[] = [];
    await open({
      sendMail: async ({ text }) => void sent.push(String(text)),
      close: () => {},
    }).drain();
    expect(sent).toEqual(['Hello']);
    expect(await contents()).toEqual(['order:1:paid:customer sent  ']);
  });

  it('tells an owner once that an identity was linked, in the transaction that linked it', async () => {
    const { sent, transport } = recorder();
    const notice = {
      ...({ kind: 'identity_linked', to: 'ann@example.com', provider: 'google' } as const),
      ...{ id: randomUUID(), at: now(), userMetadata: {} },
    };
    const tell = (tx: Queryable) =>
      queueAccountNotice(tx, notice, siteDefaults, 'https://shop.example');
    const failing = database.transaction(async (tx) => {
      await tell(tx);
      throw new Error('The identity was not linked.');
    });
    await expect(failing).rejects.toThrow();
    expect(await contents()).toEqual([]);
    await tell(database);
    await tell(database);
    await open(transport).drain();
    expect(sent).toMatchObject([
      { to: { address: 'ann@example.com' }, subject: 'You can now sign in to Liv Fit with Google' },
    ]);
  });

  it('keeps nothing of what opened something once it is sent or given up', async () => {
    const link = 'https://shop.example/auth?token=secret';
    const mail = { recipient: 'ann@example.com', subject: 'S', html: link, text: link };
    const account: AuthMail = {
      kind: 'recovery',
      to: mail.recipient,
      link,
      token: '123456',
      tokenHash: 'the hash in the link',
      redirectTo: '',
      userMetadata: {},
    };
    const queueAll = async () => {
      await queueAccountMail(database, account, siteDefaults, 'https://shop.example');
      await queueEmail(database, { ...mail, dedupeKey: 'admin-invitation:1', secret: true });
      await queueEmail(database, { ...mail, dedupeKey: 'contact:1', html: 'C', text: 'C' });
    };
    await queueAll();
    expect((await contents()).filter((line) => line.includes('secret'))).toHaveLength(2);
    expect(await contents()).not.toContainEqual(expect.stringContaining(account.tokenHash));
    const sent: string[] = [];
    const outbox = open({
      sendMail: async ({ text }) => void sent.push(String(text)),
      close: () => {},
    });
    await outbox.drain();
    expect(sent.filter((text) => text.includes(link))).toHaveLength(2);
    expect(await contents()).toEqual([
      'admin-invitation:1 sent  ',
      expect.stringMatching(/^auth:recovery:[0-9a-f]{64} sent {2}$/),
      'contact:1 sent  ',
    ]);

    await database.query({ text: 'delete from private.email_outbox' });
    await queueAll();
    const nobody = Object.assign(new Error(), { responseCode: 550, command: 'RCPT TO' });
    await open({ sendMail: () => Promise.reject(nobody), close: () => {} }).drain();
    // An invitation's link is still there, since it can be sent again.
    expect(await contents()).toEqual([
      `admin-invitation:1 failed ${link} ${link}`,
      expect.stringMatching(/^auth:recovery:[0-9a-f]{64} failed {2}$/),
      'contact:1 failed C C',
    ]);
  });

  it('sends what was queued as soon as it is committed', async () => {
    const { sent, transport } = recorder();
    const outbox = open(transport);
    await outbox.start();
    await database.transaction(async (tx) => {
      await queueEmail(tx, {
        dedupeKey: 'a',
        recipient: 'ann@example.com',
        subject: 'S',
        html: 'H',
        text: 'T',
      });
      expect(sent).toEqual([]);
    });
    await vi.waitFor(() => expect(sent).toHaveLength(1), waiting);
    await outbox.stop();
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'sent', tries: 1, last_error: null });
    expect(sent[0]).toMatchObject({
      from: { name: 'Liv Fit', address: 'hello@livfit.example' },
      to: { name: '', address: 'ann@example.com' },
      messageId: `<${row?.id}@livfit.example>`,
    });
  });

  it('sends as the shop where no sender is configured', async () => {
    const { sent, transport } = recorder();
    await queue();
    await open(transport, { from: parseSender(null) }).drain();
    const [row] = await rows();
    expect(sent[0]).toMatchObject({
      from: { name: 'Other Roots', address: 'care@roots.example' },
      messageId: `<${row?.id}@roots.example>`,
    });
  });

  it('queues one cause once, and nothing when the transaction fails', async () => {
    expect(await queue('ann@example.com', 'once')).toBe(true);
    expect(await queue('bob@example.com', 'once')).toBe(false);
    await expect(
      database.transaction(async (tx) => {
        await queueEmail(tx, {
          dedupeKey: 'lost',
          recipient: 'a@b.example',
          subject: 'S',
          html: 'H',
          text: 'T',
        });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await rows()).toHaveLength(1);
  });

  it('sends each email once with several senders', async () => {
    const { sent, transport } = recorder();
    for (let i = 0; i < 30; i++) await queue();
    const outboxes = Array.from({ length: 4 }, () => open(transport));
    await Promise.all(outboxes.map((outbox) => outbox.drain()));
    expect(sent).toHaveLength(30);
    expect(new Set(sent.map((mail) => mail.messageId)).size).toBe(30);
  });

  it('goes on beside an email that takes long, and never sends more at once than allowed', async () => {
    let finish = () => {};
    let underWay = 0;
    let most = 0;
    const { sent, transport } = recorder(async ({ to }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      if ((to as { address: string }).address === 'slow@example.com') {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      underWay -= 1;
    });
    const outbox = open(transport, { sendTimeoutMs: 60_000 });
    await queue('slow@example.com');
    for (let i = 0; i < 10; i++) await queue();
    const drained = outbox.drain();
    await vi.waitFor(() => expect(sent).toHaveLength(10), waiting);
    await queue();
    const drainedAgain = outbox.drain();
    await vi.waitFor(() => expect(sent).toHaveLength(11), waiting);
    finish();
    await Promise.all([drained, drainedAgain]);
    expect(sent).toHaveLength(12);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('retries with growing pauses and the same Message-ID until it gives up', async () => {
    const seen: unknown[] = [];
    const { transport } = recorder(async (mail) => {
      seen.push(mail.messageId);
      throw Object.assign(new Error('to ann@example.com'), { code: 'ECONNECTION' });
    });
    const outbox = open(transport);
    await queue();
    const waits: number[] = [];
    for (let i = 0; i < maxTries; i++) {
      await outbox.drain();
      const [row] = await rows();
      expect(row).toMatchObject({ tries: i + 1, last_error: 'ECONNECTION' });
      if (row?.status === 'queued') waits.push(Math.round(row.wait / 60));
      offset += 7 * 60 * minute;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    expect(await rows()).toMatchObject([{ status: 'failed', tries: maxTries }]);
    expect(new Set(seen).size).toBe(1);
    await outbox.drain();
    expect(seen).toHaveLength(maxTries);
  });

  it('does not retry early', async () => {
    let attempts = 0;
    const { transport } = recorder(async () => {
      attempts += 1;
      throw new Error('no');
    });
    const outbox = open(transport);
    await queue();
    await outbox.drain();
    offset += waitAfter(1) - 5000;
    await outbox.drain();
    expect(attempts).toBe(1);
    offset += 6000;
    await outbox.drain();
    expect(attempts).toBe(2);
  });

  it('takes over the email of a dead sender after its lease', async () => {
    await queue();
    const [dead] = await claimEmails(database, now(), 2000, 10);
    const { sent, transport } = recorder();
    const outbox = open(transport);
    await outbox.drain();
    expect(sent).toEqual([]);
    offset += 2001;
    await outbox.drain();
    expect(sent).toHaveLength(1);
    // The process that died wakes up late: its result no longer counts.
    if (!dead) throw new Error('nothing was claimed');
    const late = { kind: 'failed', reason: 'late', final: true } as const;
    expect(await recordAttempt(database, dead, late, now())).toBe('lost');
    expect(await rows()).toMatchObject([{ status: 'sent' }]);
  });

  it('resends, under the same Message-ID, what it could not mark as sent', async () => {
    const { sent, transport } = recorder();
    let noted = false;
    const forgetful: Database = {
      ...database,
      query(statement) {
        if (noted || !statement.text.includes('sent_at =')) return database.query(statement);
        noted = true;
        return Promise.reject(new Error('killed'));
      },
    };
    await queue();
    await expect(open(transport, { database: forgetful }).drain()).rejects.toThrow('killed');
    offset += 2001;
    await open(transport).drain();
    await open(transport).drain();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.messageId).toBe(sent[1]?.messageId);
  });

  it('gives up at once only on unknown recipients', async () => {
    const refusals = [
      { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
      { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' },
      { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' },
      { code: 'EMESSAGE', responseCode: 451, command: 'DATA' },
    ];
    const { transport } = recorder(async () => {
      throw Object.assign(new Error('refused'), refusals.shift());
    });
    for (let i = 0; i < 4; i++) {
      await queue();
      await open(transport).drain();
    }
    const outcomes = (await rows()).map(({ status, last_error }) => [last_error, status]);
    expect(Object.fromEntries(outcomes)).toEqual({
      'EENVELOPE 550 RCPT TO': 'failed',
      'EENVELOPE 553 MAIL FROM': 'queued',
      'EAUTH 535 AUTH PLAIN': 'queued',
      'EMESSAGE 451 DATA': 'queued',
    });
  });

  it('aborts a send that takes too long', async () => {
    const { transport } = recorder(
      (mail) =>
        new Promise((_resolve, reject) => {
          mail.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const outbox = open(transport, { sendTimeoutMs: 20 });
    await queue();
    await outbox.drain();
    expect(await rows()).toMatchObject([{ status: 'queued', tries: 1 }]);
  });

  it('finishes the current email when it stops', async () => {
    let finish = () => {};
    const { sent, transport } = recorder(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const outbox = open(transport);
    await outbox.start();
    await queue();
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ tries: 1 }]), waiting);
    const stopped = outbox.stop();
    await queue();
    finish();
    await stopped;
    expect(sent).toHaveLength(1);
    expect((await rows()).map((row) => row.status).sort()).toEqual(['queued', 'sent']);
  });

  it('reports whether the mail server accepted it', async () => {
    let fail = true;
    const { transport } = recorder(async () => {
      if (fail) throw new Error('no');
    });
    const outbox = open(transport);
    await outbox.start();
    await queue('ann@example.com', 'key');
    expect(await outbox.awaitDelivery(['key'], 5000)).toBe(false);
    fail = false;
    offset += 2 * minute;
    expect(await outbox.awaitDelivery(['key'], 0)).toBe(false);
    await outbox.drain();
    expect(await outbox.awaitDelivery(['key'], 5000)).toBe(true);
    expect(await outbox.awaitDelivery(['key', 'unknown'], 0)).toBe(false);
    expect(await outbox.awaitDelivery([], 0)).toBe(false);
    await outbox.stop();
  });
});

describe('header injection through a recipient', () => {
  const corpus = [
    'x@y.example\r\nBcc: e@e.example',
    'x@y.example\nBcc: e@e.example',
    'x@y.example\rBcc: e@e.example',
    'x@y.example%0ABcc:e@e.example',
    'x@y.example\r\n\r\nbody',
    'x@y.example, e@e.example',
    'X <x@y.example>',
    '"x\r\nBcc: e@e.example"@y.example',
    'x@y.example\u2028Bcc: e@e.example',
    '',
  ];

  it('is refused permanently and never reaches the transport', async () => {
    const { sent, transport } = recorder();
    for (const recipient of corpus) await queue(recipient);
    await open(transport).drain();
    expect(sent).toEqual([]);
    expect((await rows()).every((row) => row.status === 'failed' && row.tries === 1)).toBe(true);
  });

  it('rejects line breaks in a subject', async () => {
    const raw: { message: string; to: unknown }[] = [];
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const transport: MailTransport = {
      async sendMail(mail) {
        const { message, envelope } = (await composer.sendMail(mail)) as {
          message: Buffer;
          envelope: { to: unknown };
        };
        raw.push({ message: message.toString(), to: envelope.to });
      },
      close: () => {},
    };
    await queueEmail(database, {
      dedupeKey: 'subject',
      recipient: 'ann@example.com',
      subject: 'Hello\r\nBcc: e@e.example\r\n\r\nbody',
      html: 'H',
      text: 'T',
    });
    await open(transport).drain();
    expect(raw[0]?.to).toEqual(['ann@example.com']);
    expect(raw[0]?.message).not.toMatch(/^bcc:/im);
    expect(raw[0]?.message).toMatch(/^Subject: Hello Bcc: e@e.example body\r$/m);
  });
});
