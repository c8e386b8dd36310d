import { createKysely, type Database } from '@liv-fit/backend/database';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import { openEmptyPglite } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { siteDefaults } from '#domain/site.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { announceContacts } from './announce-contacts.ts';

let database: Database;

beforeAll(async () => {
  database = await openEmptyPglite();
  const shop = new URL('../../supabase/migrations', import.meta.url).pathname;
  await migrate(database, [...backendFolders, { directory: shop }]);
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

it('sends at most thirty mails an hour and keeps the rest for later', async () => {
  for (let i = 0; i < 32; i++) {
    await write(`Visitor ${i}`);
    await announce();
  }
  expect(await mails()).toHaveLength(30);
  await database.query({
    text: "update private.email_outbox set created_at = now() - interval '61 minutes'",
  });
  await announce();
  expect(await mails()).toHaveLength(32);
});
