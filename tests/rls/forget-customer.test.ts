import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@liv-fit/backend/database';
import { exportData } from '@liv-fit/backend/transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAttempt } from '#server/email/record-attempt.ts';
import { exportedSchemas, rowsNotExported } from '#server/setup/export-scope.ts';
import { openShop, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';
import { countRows, watchRows } from './watch-rows.ts';

const person = {
  email: 'zoe.hara@mail.example',
  name: 'Zoë O’Hara-Quill',
  street: '17 Larkspur Lane',
  phone: '+1 555 010 7788',
};
const traces = Object.values(person);

/** Finds every row of every table in every schema that contains one of the texts. */
async function findTraces(database: Database, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string; sql: string }>({
    text: `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as sql
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_|^information_schema$'`,
  });
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { name, sql } of tables) {
    const { rows } = await database.query<{ line: string }>({
      text: `select line from (select each::text || to_jsonb(each)::text as line from ${sql} each) as lines
        where exists (select from unnest($1::text[]) as t where strpos(lower(line), lower(t)) > 0)`,
      values: [texts],
    });
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found;
}

describe.each(testDatabases)('a deleted customer on $name', (testDatabase) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
  });
  afterAll(() => shop.close());

  const insertOrder = async (changes: object) => {
    const { data, error } = await shop.service
      .from('orders')
      .insert({
        name: person.name,
        email: person.email,
        phone: person.phone,
        address: person.street,
        total_amount: 39.9,
        ...changes,
      })
      .select('id')
      .single();
    if (error) throw error;
    return data.id;
  };
  const queue = (mail: { key: string; to?: string; order?: string; status?: string }) =>
    shop.database.query({
      text: `insert into private.email_outbox
          (dedupe_key, order_id, recipient, subject, html, text, status)
        values ($1, $2, $3, $4, $4, $4, $5)`,
      values: [
        mail.key,
        mail.order ?? null,
        mail.to ?? person.email,
        `${person.name}, ${person.email}, ${person.street}, ${person.phone}`,
        mail.status ?? 'queued',
      ],
    });

  it('leaves no trace in any table or export', async () => {
    const { database } = shop;
    const client = await shop.signUp(person.email, { full_name: person.name, phone: person.phone });
    const { data: account } = await client.auth.getUser();
    const userId = account.user?.id ?? '';
    await client.auth.updateUser({ data: { street: person.street } });
    await shop.anonymous().auth.resetPasswordForEmail(person.email);
    await shop.anonymous().auth.signUp({ email: person.email, password: 'another password' });

    const paid = await insertOrder({ user_id: userId, address: `${person.street}\nUS` });
    await shop.service
      .from('orders')
      .update({ payment_status: 'paid', paid_at: new Date().toISOString() })
      .eq('id', paid);
    const unpaid = await insertOrder({ email: person.email.toUpperCase() });
    const mine = await insertOrder({ user_id: userId, payment_status: 'expired' });
    const other = await insertOrder({
      name: 'Ann',
      email: 'ann@mail.example',
      phone: '1',
      address: '1 Main St',
    });
    for (const [index, order] of [paid, unpaid, mine].entries()) {
      await queue({ key: `order:${order}:paid:customer`, order, status: 'sent' });
      await queue({ key: `order:${order}:paid:team`, order, to: 'team@mail.example' });
      await queue({ key: `order:${order}:link:${index}`, order, status: 'failed' });
      await database.query({
        text: `insert into private.order_links (token_hash, order_id, expires_at)
          values ($1, $2, now() + interval '1 day')`,
        values: [`hash-${index}`, order],
      });
    }
    const contact = { name: person.name, phone: person.phone };
    for (const email of [person.email, ` ${person.email.toUpperCase()} `]) {
      await database.query({
        text: `insert into contacts (name, email, phone, message) values ($1, $2, $3, $4)`,
        values: [contact.name, email, contact.phone, `I live at ${person.street}`],
      });
    }
    const { rows: contacts } = await database.query<{ id: string }>({
      text: 'select id from contacts',
    });
    await queue({ key: `contact:${contacts[0]?.id}`, to: 'team@mail.example' });
    await queue({
      key: `contact:${crypto.randomUUID()}`,
      to: 'team@mail.example',
      status: 'failed',
    });
    for (const about of [{ email: person.email }, { order_id: paid }]) {
      const { error } = await shop.service.from('notes').insert({ ...about, body: person.street });
      expect(error).toBeNull();
    }
    await database.query({
      text: `insert into manual_orders (order_id, kind, replaces, reason, request_key, fingerprint)
        values ($1, 'replacement', $1, $2, 'x', 'x')`,
      values: [paid, `${person.name} says it leaks`],
    });
    await database.query({
      text: `insert into payment_links
          (customer, order_items, total_amount, offer, expires_at, request_key, fingerprint)
        values ($1, '[]', 10, '{}', now() + interval '1 day', 'x', 'x')`,
      values: [JSON.stringify({ ...contact, email: person.email, address: person.street })],
    });
    const { rows: reports } = await database.query<{ id: string }>({
      text: `insert into code_reports (message, bought_at, email, pictures)
        values ($1, $2, upper($3), array[$3]) returning id`,
      values: [`Write to ${person.name}`, person.street, person.email],
    });
    await queue({ key: 'auth:recovery:x' });
    await database.query({
      text: `insert into private.admin_invitations (email, token_hash, invited_by, expires_at)
        values ($1, 'x', $2, now())`,
      values: [person.email, userId],
    });
    await database.query({
      text: `insert into audit_log (actor_id, actor_email, action, table_name, row_id, before, after)
        values ($1, $2, 'insert', 'admin_invitations', 'x',
          jsonb_build_object('email', $2::text), jsonb_build_object('email', upper($2::text)))`,
      values: [userId, person.email],
    });
    await database.query({
      text: `insert into auth.flow_state (id, user_id, provider_type, authentication_method)
        values (gen_random_uuid(), $1, $2, 'x')`,
      values: [userId, person.email],
    });

    expect((await findTraces(database, traces)).length).toBeGreaterThan(20);
    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    expect(deleted.data).toEqual({ deleted: true });

    // Only the goodbye email, which is on its way.
    const left = await findTraces(database, traces);
    expect(left).toEqual([expect.stringContaining(`account:${userId}:deleted`)]);
    const { rows } = await database.query<{ id: string; leased_until: Date }>({
      text: `update private.email_outbox set leased_until = date_trunc('milliseconds', now()), tries = 1
        where dedupe_key = $1 returning *`,
      values: [`account:${userId}:deleted`],
    });
    const [farewell] = rows;
    expect(farewell).toMatchObject({ recipient: person.email, status: 'queued' });
    await recordAttempt(database, farewell as never, { kind: 'sent' }, new Date());
    expect(await findTraces(database, traces)).toEqual([]);

    const report = await shop.service
      .from('code_reports')
      .select()
      .eq('id', reports[0]?.id ?? '');
    expect(report.data).toMatchObject([{ email: null, bought_at: null, pictures: [] }]);
    const orders = await shop.service
      .from('orders')
      .select('id, name, phone, payment_status, ship_country');
    expect(orders.data).toHaveLength(4);
    expect(orders.data).toContainEqual(
      expect.objectContaining({
        id: paid,
        name: 'Deleted customer',
        payment_status: 'paid',
        // Figures by country go on counting it there.
        ship_country: 'US',
      }),
    );
    expect(orders.data).toContainEqual(expect.objectContaining({ id: other, name: 'Ann' }));

    const scratch = await mkdtemp(join(tmpdir(), 'export-'));
    try {
      const directory = join(scratch, 'export');
      await exportData({
        database,
        files: { read: async () => null, write: async () => {}, makesRows: false },
        schemas: exportedSchemas,
        leftOut: rowsNotExported,
        directory,
        report: () => {},
      });
      for (const name of await readdir(join(directory, 'tables'))) {
        const text = (await readFile(join(directory, 'tables', name), 'utf8')).toLowerCase();
        for (const trace of traces) expect(text, name).not.toContain(trace.toLowerCase());
      }
    } finally {
      await rm(scratch, { recursive: true });
    }
  });

  it('takes along what came from addresses that the account had before', async () => {
    const { database } = shop;
    const { client, id } = await shop.createCustomer('alt@mail.example');
    const other = await shop.createCustomer('theirs@mail.example');
    const changeTo = (userId: string, email: string) =>
      database.query({
        text: 'update auth.users set email = $2 where id = $1',
        values: [userId, email],
      });
    const order = await insertOrder({ name: 'Erika Alt', email: 'Alt@mail.example' });
    const write = async (name: string, email: string) => {
      const { rows } = await database.query<{ id: string }>({
        text: `insert into contacts (name, email, phone, message)
          values ($1, $2, '555 0199', 'Hello') returning id`,
        values: [name, email],
      });
      await database.query({
        text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text)
          values ($1, 'team@mail.example', $2, 'x', 'x')`,
        values: [`contact:${rows[0]?.id}`, `New message from ${name}`],
      });
    };
    await write('Erika Alt', 'Alt@mail.example');
    await write('Erika Alt', 'handed-on@mail.example');
    await queue({ key: 'auth:recovery:alt', to: 'alt@mail.example' });
    await changeTo(id, 'handed-on@mail.example');
    await changeTo(id, 'erika@mail.example');
    await changeTo(other.id, 'handed-on@mail.example');

    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    expect(deleted.data).toEqual({ deleted: true });

    expect(await findTraces(database, ['alt@mail.example'])).toEqual([]);
    const { data } = await shop.service.from('orders').select('name').eq('id', order).single();
    expect(data).toEqual({ name: 'Deleted customer' });
    // The address now belongs to somebody else, so its message is kept.
    const left = (await findTraces(database, ['Erika Alt'])).map((line) => line.split(':')[0]);
    expect(left.toSorted()).toEqual(['private.email_outbox', 'public.contacts']);
  });

  it('leaves what came from a former address after the account had given it up', async () => {
    const { database } = shop;
    const { client, id } = await shop.createCustomer('shared@mail.example');
    const hers = await insertOrder({ name: 'Nora Then', email: 'shared@mail.example' });
    await database.query({
      text: `update auth.users set email = 'nora@mail.example' where id = $1`,
      values: [id],
    });
    const theirs = await insertOrder({ name: 'Otto Now', email: 'Shared@mail.example' });
    await database.query({
      text: `insert into contacts (name, email, phone, message)
        values ('Otto Now', 'shared@mail.example', '1', 'Where is it?')`,
    });
    await database.query({
      text: `insert into code_reports (message, email) values ('Otto Now', 'shared@mail.example')`,
    });
    await database.query({
      text: `insert into notes (email, body) values ('shared@mail.example', 'Otto Now')`,
    });
    await queue({ key: 'auth:email_changed:nora', to: 'shared@mail.example' });
    await queue({ key: 'auth:recovery:otto', to: 'shared@mail.example' });
    await database.query({
      text: `update private.email_outbox set created_at = now() + interval '2 hours'
        where dedupe_key = 'auth:recovery:otto'`,
    });

    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    expect(deleted.data).toEqual({ deleted: true });

    const { data } = await shop.service
      .from('orders')
      .select('id, name, email')
      .in('id', [hers, theirs]);
    expect(data).toContainEqual(
      expect.objectContaining({ id: hers, email: 'deleted@checkout.example' }),
    );
    expect(data).toContainEqual({ id: theirs, name: 'Otto Now', email: 'Shared@mail.example' });
    const left = (await findTraces(database, ['Otto Now'])).map((line) => line.split(':')[0]);
    expect(left.toSorted()).toEqual([
      ...['public.code_reports', 'public.contacts', 'public.notes', 'public.orders'],
    ]);
    const mails = await database.query({
      text: `select dedupe_key from private.email_outbox where recipient = 'shared@mail.example'`,
    });
    expect(mails.rows).toEqual([{ dedupe_key: 'auth:recovery:otto' }]);
  });

  it('takes along an address that was only asked for, and what told of deleted messages', async () => {
    const { database } = shop;
    const { client, id, email } = await shop.createCustomer('mia@mail.example');
    const wanted = 'mia.wants@mail.example';
    await database.query({
      text: 'update auth.users set email_change = $2 where id = $1',
      values: [id, wanted],
    });
    const tell = (key: string, recipient: string, text: string) =>
      database.query({
        text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text)
          values ($1, $2, 'New message from Mia Quark', $3, $3)`,
        values: [key, recipient, text],
      });
    await tell('auth:email_change:mia', wanted, 'x');
    const combined = `contact:${crypto.randomUUID()}`;
    await tell(combined, 'team@mail.example', `Mia Quark, ${email}`);
    expect(await findTraces(database, ['Mia Quark'])).toHaveLength(2);

    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    expect(deleted.data).toEqual({ deleted: true });
    expect(await findTraces(database, ['Mia Quark', wanted])).toEqual([]);
    // The email may have mentioned others' messages, which the team would otherwise miss.
    const { rows } = await database.query<{ text: string }>({
      text: 'select text from private.email_outbox where dedupe_key = $1',
      values: [combined],
    });
    expect(rows[0]?.text).toContain('If others wrote as well, you find their messages');
  });

  it('removes nothing that an unconfirmed address cannot claim', async () => {
    const { client, id, email } = await shop.createCustomer('bob@mail.example');
    await shop.setConfirmed(id, false);
    const guest = await insertOrder({ name: 'Bob', email });
    await shop.database.query({
      text: `insert into contacts (name, email, phone, message) values ('Bob', $1, '1', 'Hello')`,
      values: [email],
    });
    const proof = await tokenOf(client);
    await client.functions.invoke('delete-account', { body: { proof } });
    const { data } = await shop.service.from('orders').select('name').eq('id', guest).single();
    expect(data).toEqual({ name: 'Bob' });
    const contacts = await shop.service.from('contacts').select('name').eq('email', email);
    expect(contacts.data).toEqual([{ name: 'Bob' }]);
  });

  it('takes few rows at a time, however many there are', async () => {
    const { database } = shop;
    const { client, id, email } = await shop.createCustomer('many@mail.example');
    const others = `x${email}`;
    await database.query({
      text: `insert into audit_log (action, table_name, row_id, before, after)
        select 'update', 'x', n, jsonb_build_object('email', $1::text),
          jsonb_build_object('text', 'Write to ' || $1::text)
        from generate_series(1, 1200) as n`,
      values: [email],
    });
    const enter = (address: string, times: number) =>
      database.query({
        text: `insert into auth.audit_log_entries (id, payload, created_at)
          select gen_random_uuid(), json_build_object('action', 'login', 'actor_username', $1::text),
            now() - interval '1 day'
          from generate_series(1, $2)`,
        values: [address, times],
      });
    await enter(email, 1200);
    await enter(others, 3);
    await database.query({
      text: `insert into orders (user_id, name, email, address, total_amount)
        select $1, 'Many', $2, 'x', 1 from generate_series(1, 450)`,
      values: [id, email],
    });
    await database.query({
      text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text)
        select 'contact:many-' || n, 'team@mail.example', 'x', 'x', 'From ' || $1::text
        from generate_series(1, 120) as n`,
      values: [email],
    });
    await database.query({
      text: `insert into auth.refresh_tokens (token, user_id, session_id, revoked)
        select 'many-' || n, user_id, id, true from auth.sessions, generate_series(1, 2500) as n
        where user_id = $1`,
      values: [id],
    });
    await watchRows(database, 'public.audit_log', 'update');
    await watchRows(database, 'auth.audit_log_entries', 'delete');
    await watchRows(database, 'public.orders', 'update');
    await watchRows(database, 'private.email_outbox', 'update');
    await watchRows(database, 'auth.refresh_tokens', 'delete');

    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    expect(deleted.data).toEqual({ deleted: true });

    expect(await countRows(database, 'audit_log')).toEqual({ total: 1200, most: 500 });
    expect((await countRows(database, 'audit_log_entries')).total).toBeGreaterThanOrEqual(1200);
    expect((await countRows(database, 'audit_log_entries')).most).toBeLessThanOrEqual(500);
    expect(await countRows(database, 'orders')).toEqual({ total: 450, most: 200 });
    expect((await countRows(database, 'email_outbox')).most).toBeLessThanOrEqual(50);
    expect((await countRows(database, 'refresh_tokens')).most).toBeLessThanOrEqual(1000);
    const left = await findTraces(database, [email]);
    const kept = left.filter((line) => !line.startsWith('private.email_outbox: ('));
    // Texts of the shop that contain the address, and entries about a longer address.
    expect(kept.filter((line) => line.startsWith('public.audit_log'))).toHaveLength(1200);
    expect(kept.filter((line) => line.includes(others))).toHaveLength(3);
    expect(kept).toHaveLength(1203);
  });

  it('takes along an order that a request under way stored just before the account went', async () => {
    const { database } = shop;
    const { client, id, email } = await shop.createCustomer('late@mail.example');
    const run = (text: string) => database.query({ text });
    await run(`create function public.order_late() returns trigger language plpgsql security definer as
      'begin insert into public.orders (user_id, name, email, phone, address, total_amount)
         values (old.id, ''Late Larch'', old.email, ''1'', ''9 Late Street'', 5); return old; end'`);
    await run(`create trigger order_late before delete on auth.users
      for each row when (old.id = '${id}') execute function public.order_late()`);
    const proof = await tokenOf(client);
    const deleted = await client.functions.invoke('delete-account', { body: { proof } });
    await run('drop function public.order_late() cascade');
    expect(deleted.data).toEqual({ deleted: true });
    expect(await findTraces(database, ['Late Larch', '9 Late Street', email])).toEqual([
      expect.stringContaining('private.email_outbox'),
    ]);
  });

  it('of whose former addresses only the last twenty are remembered', async () => {
    const { database } = shop;
    const { id } = await shop.createCustomer('moving-0@mail.example');
    for (let n = 1; n <= 25; n += 1) {
      await database.query({
        text: 'update auth.users set email = $2 where id = $1',
        values: [id, `moving-${n}@mail.example`],
      });
      await database.query({
        text: `update private.former_addresses set remembered_at = remembered_at - interval '1 hour'`,
      });
    }
    const { rows } = await database.query<{ address: string }>({
      text: 'select address from private.former_addresses where user_id = $1',
      values: [id],
    });
    const last = Array.from({ length: 20 }, (_, n) => `moving-${n + 5}@mail.example`);
    expect(rows.map(({ address }) => address).toSorted()).toEqual(last.toSorted());
  });
});
