import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKysely } from '#backend/database/create-kysely.ts';
import type { Database } from '#backend/database/database.ts';
import { backendFolders } from '#backend/migrate/backend-folders.ts';
import { migrate } from '#backend/migrate/migrate.ts';
import type { DB } from '#server/orders/tables.ts';
import { openEmptyPglite } from '#tests/fixtures/databases.ts';
import { prune } from './prune.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmptyPglite();
  const shop = new URL('../../supabase/migrations', import.meta.url).pathname;
  await migrate(database, [...backendFolders, { directory: shop }]);
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
