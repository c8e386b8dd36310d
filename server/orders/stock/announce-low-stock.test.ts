import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import type { DB } from '#server/orders/tables.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { announceLowStock } from './announce-low-stock.ts';

let database: Database;

beforeAll(async () => {
  database = await openMigratedPglite();
});
afterAll(() => database?.close());
beforeEach(async () => {
  await database.query({ text: 'delete from private.email_outbox' });
  await database.query({ text: 'delete from public.products' });
  await database.query({ text: 'delete from public.site_settings' });
});

const add = (name: string, stock: number | null) =>
  database.query({
    text: 'insert into public.products (name, price, stock) values ($1, 10, $2)',
    values: [name, stock],
  });
const setStock = (name: string, stock: number | null) =>
  database.query({
    text: 'update public.products set stock = $2 where name = $1',
    values: [name, stock],
  });
const lookOn = (day: number) =>
  announceLowStock({
    db: createKysely<DB>(database),
    now: () => new Date(Date.UTC(2026, 10, day, 15)),
    site: () => siteDefaults,
    teamEmail: 'team@livfit.example',
    origin: 'https://shop.example',
  });
const mails = async () =>
  (
    await database.query<{ recipient: string; subject: string; html: string; text: string }>({
      text: 'select recipient, subject, html, text from private.email_outbox order by created_at',
    })
  ).rows;

it('says nothing while nothing is counted or everything has enough', async () => {
  await add('Resin', null);
  await add('Drops', 6);
  await lookOn(1);
  expect(await mails()).toEqual([]);
});

it('tells what became low or sold out, once', async () => {
  await add('Resin <b>', 5);
  await add('Drops', 0);
  await add('Honey', 6);
  await lookOn(1);
  await lookOn(1);
  await lookOn(2);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'team@livfit.example',
    subject: '2 products are low or sold out',
  });
  expect(mail?.text).toContain('Drops (30ml): sold out\nResin <b> (30ml): 5 left');
  expect(mail?.text).toContain('https://shop.example/admin/products?stock=low');
  expect(mail?.text).not.toContain('Honey');
  expect(mail?.html).toContain('Resin &lt;b&gt;');
  expect(mail?.html).not.toContain('<b>');
});

it('sends one email a day, and the next one with what came since', async () => {
  await add('Resin', 5);
  await lookOn(1);
  await add('Drops', 2);
  await lookOn(1);
  expect(await mails()).toHaveLength(1);
  await lookOn(2);
  expect((await mails())[1]?.text).toContain(
    'New\nDrops (30ml): 2 left\n\nStill low\nResin (30ml): 5 left',
  );
});

it('reports a product again when it sells out, or becomes low again', async () => {
  await add('Resin', 5);
  await lookOn(1);
  await setStock('Resin', 4);
  await lookOn(2);
  expect(await mails()).toHaveLength(1);
  await setStock('Resin', 0);
  await lookOn(3);
  expect(await mails()).toHaveLength(2);
  await setStock('Resin', 3);
  await lookOn(4);
  expect(await mails()).toHaveLength(2);
  await setStock('Resin', 0);
  await lookOn(5);
  expect(await mails()).toHaveLength(3);
  await setStock('Resin', 50);
  await lookOn(6);
  await setStock('Resin', 5);
  await lookOn(7);
  expect(await mails()).toHaveLength(4);
});

it('uses the threshold set by the owner', async () => {
  await database.query({
    text: `insert into public.site_settings (key, value) values ('low_stock', '10')`,
  });
  await add('Resin', 10);
  await add('Drops', 11);
  await lookOn(1);
  expect((await mails())[0]?.subject).toBe('1 product is low or sold out');
});
