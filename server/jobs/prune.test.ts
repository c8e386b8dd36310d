import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '#server/orders/tables.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { countRows, watchRows } from '#tests/rls/watch-rows.ts';
import { prune } from './prune.ts';
import { neverPruned, retention } from './retention.ts';

describe.each(testDatabases)('pruning on $name', (testDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase.openMigrated();
  });
  afterAll(() => database?.close());

  const run = (text: string, values: unknown[] = []) => database.query({ text, values });
  const pruneNow = () => prune({ db: createKysely<DB>(database) });
  const column = async (text: string) => {
    const { rows } = await run(text);
    return rows.map((row) => Object.values(row as object)[0]);
  };

  it('removes old views and events, and nothing else', async () => {
    await run(`with product as (
        insert into products (name, price) values ('Resin', 1) returning id
      )
      insert into private.product_views (product_id, visitor, seen_at)
      select id, visitor, now() - age::interval from product,
        (values ('old', '25 hours'), ('new', '1 hour')) as view (visitor, age)`);
    await run(`insert into private.provider_events (provider, event_id, type, received_at, done_at)
      select 'stripe', id, 't', now() - age::interval, case when done then now() - age::interval end
      from (values ('old', '31 days', true), ('new', '29 days', true),
        ('open', '364 days', false), ('hopeless', '367 days', false)) as event (id, age, done)`);
    await pruneNow();
    expect(await column('select visitor from private.product_views')).toEqual(['new']);
    expect(await column('select event_id from private.provider_events order by 1')).toEqual([
      'new',
      'open',
    ]);
  });

  it('takes the address out of deletions in the sign-in log, few at a time', async () => {
    await run(`insert into auth.audit_log_entries (id, payload, created_at)
      select gen_random_uuid(), json_build_object('action', 'user_deleted', 'traits',
        json_build_object('user_id', n, 'user_email', 'ann@mail.example')), now() - interval '1 day'
      from generate_series(1, 1200) as n`);
    await watchRows(database, 'auth.audit_log_entries', 'update');
    await pruneNow();
    expect(await countRows(database, 'audit_log_entries')).toEqual({ total: 1200, most: 500 });
    expect(
      await column(`select distinct (payload -> 'traits')::jsonb - 'user_id'
        from auth.audit_log_entries`),
    ).toEqual([{}]);
    await run('delete from auth.audit_log_entries');
  });

  it('empties emails that were sent, and keeps rows by which none of an order goes out twice', async () => {
    await run(`with bought as (
        insert into orders (name, email, address, total_amount, payment_status, paid_at)
        values ('Ann', 'ann@mail.example', '1 Main St', 1, 'paid', now()) returning id
      )
      insert into private.email_outbox (dedupe_key, order_id, recipient, subject, html, text, status,
        sent_at, next_attempt_at, created_at, secret)
      select key, case when of_order then bought.id end, 'a@mail.example', 's', 'body', 'body', status,
        now() - age::interval, now() - age::interval, now() - age::interval, secret
      from bought, (values
        ('order sent very long ago', true, 'sent', '740 days', false),
        ('order sent long ago', true, 'sent', '700 days', false),
        ('order sent lately', true, 'sent', '1 day', false),
        ('order failed long ago', true, 'failed', '91 days', false),
        ('order failed lately', true, 'failed', '89 days', false),
        ('other sent long ago', false, 'sent', '31 days', false),
        ('other failed long ago', false, 'failed', '91 days', false),
        ('other failed lately', false, 'failed', '8 days', false),
        ('invitation failed', false, 'failed', '8 days', true),
        ('queued', true, 'queued', '800 days', false)
      ) as mail (key, of_order, status, age, secret)`);
    await pruneNow();
    const { rows } = await run(`select dedupe_key as key, text, html,
        dismissed_at is not null as dismissed
      from private.email_outbox order by 1`);
    const full = { html: 'body', text: 'body', dismissed: false };
    const empty = { html: '', text: '', dismissed: false };
    expect(rows).toEqual([
      { key: 'invitation failed', ...empty },
      { key: 'order failed lately', ...full },
      { key: 'order failed long ago', ...empty, dismissed: true },
      { key: 'order sent lately', ...empty },
      { key: 'order sent long ago', ...empty },
      { key: 'other failed lately', ...full },
      { key: 'queued', ...full },
    ]);
  });

  it('keeps whatever is about money that may still move, however old', async () => {
    const old = `now() - interval '5 years'`;
    const { rows: orders } = await run(`insert into orders
        (name, email, address, total_amount, payment_status, created_at, paid_at)
      select name, 'x@mail.example', 'x', 1, status, ${old},
        case when status not in ('pending', 'expired', 'review') then ${old} end
      from (values ('paid', 'paid'), ('expired', 'expired'), ('refunded', 'refunded'),
        ('pending', 'pending'), ('review', 'review'), ('disputed', 'disputed'),
        ('dispute won', 'paid'), ('inquiry', 'paid'), ('refund under way', 'partially_refunded')
      ) as each (name, status) returning id`);
    expect(orders).toHaveLength(9);
    await run(`insert into payments (order_id, provider, reference, amount_cents, currency, created_at)
      select id, 'stripe', 'pi_' || name, 100, 'USD', ${old} from orders where name <> 'Ann'`);
    await run(`insert into disputes
        (order_id, payment_id, provider, reference, amount_cents, currency, state, created_at)
      select orders.id, payments.id, 'stripe', 'dp_' || name, 100, 'USD',
        case name when 'dispute won' then 'won' else 'inquiry' end, ${old}
      from orders join payments on order_id = orders.id where name in ('dispute won', 'inquiry')`);
    await run(`insert into refunds
        (order_id, payment_id, provider, amount_cents, currency, state, origin, created_at)
      select orders.id, payments.id, 'stripe', 50, 'USD',
        case name when 'refunded' then 'succeeded' else 'pending' end, 'shop', ${old}
      from orders join payments on order_id = orders.id
      where name in ('refunded', 'refund under way')`);
    await run(`insert into private.checkout_attempts
        (order_id, provider, attempt_key, fingerprint, access_token_hash, created_at)
      select id, 'stripe', name, 'f', 'h', ${old} from orders where name <> 'Ann'`);
    await run(`insert into private.email_outbox
        (dedupe_key, order_id, recipient, subject, html, text, status, sent_at, created_at)
      select name, id, 'x@mail.example', 's', '', '', 'sent', ${old}, ${old}
      from orders where name <> 'Ann'`);
    await run('delete from audit_log');
    await run(`insert into audit_log (action, table_name, row_id, actor_email, created_at)
      select 'update', 'orders', id, actor, ${old}
      from orders, (values ('owner@mail.example'), (null)) as by (actor) where name <> 'Ann'`);
    await pruneNow();
    const open = ['disputed', 'inquiry', 'pending', 'refund under way', 'review'];
    const orderOf = (table: string, key: string) =>
      column(`select distinct orders.name from ${table} as kept
        join orders on orders.id::text = kept.${key}::text where orders.name <> 'Ann' order by 1`);
    expect(await orderOf('private.checkout_attempts', 'order_id')).toEqual(open);
    expect(await orderOf('private.email_outbox', 'order_id')).toEqual(open);
    expect(await orderOf('audit_log', 'row_id')).toEqual(open);
    expect(await column('select count(*)::integer from audit_log')).toEqual([open.length * 2]);
    // The books are kept.
    expect(await column(`select count(*)::integer from orders where name <> 'Ann'`)).toEqual([9]);
    expect(await column('select count(*)::integer from payments')).toEqual([9]);
  });

  it('keeps an attempt whose order had ended while money may come for it', async () => {
    await run('delete from private.checkout_attempts');
    await run(`with ended as (
        insert into orders (name, email, address, total_amount, payment_status)
        select name, 'x@mail.example', 'x', 1, 'expired'
        from (values ('held'), ('held too long'), ('not held')) as one (name) returning id, name
      )
      insert into private.checkout_attempts
        (order_id, provider, attempt_key, fingerprint, access_token_hash, created_at, money_under_way_at)
      select id, 'paypal', 'x' || name, 'f', 'h',
        now() - case name when 'held too long' then interval '181 days' else interval '100 days' end,
        case when name <> 'not held' then now() end
      from ended`);
    await pruneNow();
    expect(await column('select attempt_key from private.checkout_attempts')).toEqual(['xheld']);
    await run(`delete from orders where name in ('held', 'held too long', 'not held')`);
  });

  it('keeps what administrators changed longer than what the shop did', async () => {
    await run('delete from audit_log');
    await run(`insert into audit_log (action, table_name, row_id, actor_email, created_at)
      select 'update', table_name, gen_random_uuid(), actor, now() - age::interval
      from (values ('orders', null, '364 days'), ('orders', null, '367 days'),
        ('orders', 'a@mail.example', '3 years -1 day'), ('products', 'a@mail.example', '3 years -1 day'),
        ('products', 'b@mail.example', '3 years 1 day'), ('orders', 'b@mail.example', '3 years 1 day')
      ) as line (table_name, actor, age)`);
    await pruneNow();
    expect(
      await column(
        `select table_name || ' ' || coalesce(actor_email, '') from audit_log order by 1`,
      ),
    ).toEqual(['orders ', 'orders a@mail.example', 'products a@mail.example']);
  });

  it('takes many rows in parts', async () => {
    await run(`insert into private.provider_events (provider, event_id, type, done_at)
      select 'paypal', n, 't', now() - interval '31 days' from generate_series(1, 2500) as n`);
    await pruneNow();
    expect(
      await column(
        `select count(*)::integer from private.provider_events where provider = 'paypal'`,
      ),
    ).toEqual([0]);
  });
});

it('the rules match docs/operating.md', async () => {
  const file = fileURLToPath(new URL('../../docs/operating.md', import.meta.url));
  const head = '| what | kept | why |\n|---|---|---|\n';
  const rows = [
    ...retention.map(
      ({ table, what, kept, why }) => `| ${what} (\`${table}\`) | ${kept} | ${why} |`,
    ),
    ...neverPruned.map(([what, why]) => `| ${what} | for good | ${why} |`),
  ];
  const page = readFileSync(file, 'utf8').replace(
    /\| what \| kept \| why \|\n(?:\|.*\n)+/,
    () => `${head}${rows.join('\n')}\n`,
  );
  expect(page).toContain(head);
  await expect(page).toMatchFileSnapshot(file);
});
