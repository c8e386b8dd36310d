import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { announceContacts } from './announce-contacts.ts';

let database: Database;

beforeAll(async () => {
  database = await openMigratedPglite();
});
afterAll(() => database?.close());
beforeEach(async () => {
  await database.query({ text: 'delete from private.email_outbox' });
  await database.query({ text: 'delete from public.contacts' });
});

const write = (name: string, count = 1) =>
  database.query({
    text: `insert into public.contacts (name, email, phone, message)
      select $1, 'maya@mail.example', '+1 555 010 0100', E'Hello <b>\nthere' from generate_series(1, $2::int)`,
    values: [name, count],
  });
const announce = () =>
  announceContacts({
    db: createKysely<DB>(database),
    site: () => siteDefaults,
    teamEmail: 'team@livfit.example',
    origin: 'https://shop.example',
  });
const mails = async () =>
  (
    await database.query<{ recipient: string; subject: string; html: string; text: string }>({
      text: 'select recipient, subject, html, text from private.email_outbox',
    })
  ).rows;

it('tells the team of a message, once, with what was typed escaped', async () => {
  await write('Maya Stone');
  await announce();
  await announce();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'team@livfit.example',
    subject: 'New message from Maya Stone',
  });
  expect(mail?.text).toContain('Hello <b>\nthere');
  expect(mail?.html).toContain('Hello &lt;b&gt;');
  expect(mail?.html).not.toContain('<b>');
});

it('puts many waiting messages into one mail', async () => {
  await write('A visitor', 12);
  await announce();
  expect((await mails()).map(({ subject }) => subject)).toEqual(['12 new messages']);
});

/** Inserts a visitor's message the way the REST API does. */
const writeFrom = (address: string, name: string, claims: object = {}) =>
  database.transactionAs(
    { role: 'service_role', claims: { ...claims }, headers: { 'x-forwarded-for': address } },
    (tx) =>
      tx.query({
        text: `insert into public.contacts (name, email, phone, message)
          values ($1, 'a@mail.example', '1', 'Hello')`,
        values: [name],
      }),
  );
const age = (minutes: number) =>
  database.query({
    text: 'update private.email_outbox set created_at = created_at - make_interval(mins => $1)',
    values: [minutes],
  });

it('sends ten mails freely and then one for all that came in three minutes, and never stops', async () => {
  for (let i = 0; i < 40; i++) {
    await write(`Visitor ${i}`);
    await announce();
  }
  expect(await mails()).toHaveLength(10);
  await age(3);
  await announce();
  expect((await mails()).map(({ subject }) => subject)).toContain('30 new messages');
  for (let i = 0; i < 60; i++) {
    await write(`Visitor ${i}`);
    await announce();
    await age(1);
  }
  // One message per minute for an hour.
  const { rows } = await database.query({
    text: `select 1 from private.email_outbox where created_at > now() - interval '1 hour'`,
  });
  expect(rows.length).toBeLessThanOrEqual(30);
  expect(rows.length).toBeGreaterThanOrEqual(18);
});

it('lets nobody’s flood hold up the message of somebody else', async () => {
  await write('Visitor', 11);
  await announce();
  for (let i = 0; i < 9; i++) {
    await write('Visitor');
    await announce();
  }
  for (let i = 0; i < 90; i++) await writeFrom('198.51.100.1', `Flood ${i}`);
  for (let i = 0; i < 60; i++) await writeFrom(`2001:db8:0:${i.toString(16)}::1`, `Many ${i}`);
  await writeFrom('203.0.113.7', 'A visitor');
  await writeFrom('198.51.100.1', 'A customer', { sub: crypto.randomUUID() });
  await age(3);
  await announce();
  const told = (await mails()).find(({ subject }) => subject === '50 new messages');
  expect(told?.text).toContain('A customer');
  expect(told?.text.match(/Flood/g)).toHaveLength(1);
  await age(3);
  await announce();
  const texts = (await mails()).map(({ text }) => text).join();
  expect(texts).toContain('A visitor');
});
