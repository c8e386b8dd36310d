import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DB } from '#server/orders/tables.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { prune } from './prune.ts';

let database: Database;
beforeAll(async () => {
  database = await openMigratedPglite();
});
afterAll(() => database?.close());

it('removes old views and finished events, and nothing else', async () => {
  await database.query({
    text: `with product as (
        insert into products (name, price) values ('Resin', 1) returning id
      )
      insert into private.product_views (product_id, visitor, seen_at)
      select id, visitor, now() - age::interval from product,
        (values ('old', '25 hours'), ('new', '1 hour')) as view (visitor, age)`,
  });
  await database.query({
    text: `insert into private.provider_events (provider, event_id, type, received_at, done_at)
      values ('stripe', 'old', 't', now() - interval '91 days', now() - interval '91 days'),
        ('stripe', 'open', 't', now() - interval '91 days', null),
        ('stripe', 'new', 't', now(), now())`,
  });
  await prune({ db: createKysely<DB>(database) });
  const views = await database.query({ text: 'select visitor from private.product_views' });
  expect(views.rows).toEqual([{ visitor: 'new' }]);
  const events = await database.query({
    text: 'select event_id from private.provider_events order by 1',
  });
  expect(events.rows).toEqual([{ event_id: 'new' }, { event_id: 'open' }]);
});

it('empties old emails, keeps the rows by which none of an order goes out twice', async () => {
  await database.query({
    text: `with bought as (
        insert into orders (name, email, address, total_amount)
        values ('Ann', 'ann@mail.example', '1 Main St', 1) returning id
      )
      insert into private.email_outbox
        (dedupe_key, order_id, recipient, subject, html, text, status, sent_at, next_attempt_at, secret)
      select key, case when of_order then bought.id end, 'a@mail.example', 's', 'body', 'body', status,
        now() - age::interval, now() - age::interval, secret
      from bought, (values
        ('order sent long ago', true, 'sent', '31 days', false),
        ('order sent lately', true, 'sent', '29 days', false),
        ('order failed long ago', true, 'failed', '91 days', false),
        ('order failed lately', true, 'failed', '89 days', false),
        ('other sent long ago', false, 'sent', '31 days', false),
        ('other failed long ago', false, 'failed', '91 days', false),
        ('other failed lately', false, 'failed', '8 days', false),
        ('invitation failed', false, 'failed', '8 days', true),
        ('queued', true, 'queued', '400 days', false)
      ) as mail (key, of_order, status, age, secret)`,
  });
  await prune({ db: createKysely<DB>(database) });
  const mails = await database.query({
    text: `select dedupe_key as key, text, html, dismissed_at is not null as dismissed
      from private.email_outbox order by 1`,
  });
  const full = { html: 'body', text: 'body', dismissed: false };
  const empty = { html: '', text: '', dismissed: false };
  expect(mails.rows).toEqual([
    { key: 'invitation failed', ...empty },
    { key: 'order failed lately', ...full },
    { key: 'order failed long ago', ...empty, dismissed: true },
    { key: 'order sent lately', ...full },
    { key: 'order sent long ago', ...empty },
    { key: 'other failed lately', ...full },
    { key: 'queued', ...full },
  ]);
});
