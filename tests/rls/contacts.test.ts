import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const message = {
  name: 'Maya Stone',
  email: 'maya@mail.example',
  phone: '+1 555 010 0100',
  message: 'Do you ship to Norway?',
};

describe.each(testDatabases)('contact messages on $name', (testDatabase) => {
  let shop: Shop;
  let stranger: Client;
  let admin: Client;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    ({ client: stranger } = await shop.createCustomer());
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  it('are accepted from anyone', async () => {
    const senders = [shop.anonymous(), stranger, admin];
    for (const [index, client] of senders.entries()) {
      const phone = `${message.phone}${index}`;
      expect(await client.from('contacts').insert({ ...message, phone })).toMatchObject({
        error: null,
        status: 201,
      });
    }
  });

  it('hold no address with a line break in it', async () => {
    for (const email of ['maya@mail.example\r\nBcc: eve@mail.example', 'a@b.example\u0001']) {
      for (const client of [shop.anonymous(), admin, shop.service]) {
        const { error } = await client.from('contacts').insert({ ...message, email });
        expect(error).toMatchObject({ code: '23514' });
      }
    }
  });

  it('are stored once, and the team is told once, when sent again', async () => {
    const again = { ...message, phone: `${message.phone}0` };
    const answers = await Promise.all(
      [shop.anonymous(), shop.anonymous(), stranger].map((client) =>
        client.from('contacts').insert(again),
      ),
    );
    for (const answer of answers) expect(answer).toMatchObject({ error: null, status: 201 });
    const { data } = await admin.from('contacts').select('phone');
    expect(data).toHaveLength(3);
  });

  it('are stored again when somebody says the same another day', async () => {
    const old = { ...message, message: 'Any news?', created_at: '2026-01-01T12:00:00Z' };
    await shop.service.from('contacts').insert(old).throwOnError();
    const { created_at: _, ...again } = old;
    await shop.anonymous().from('contacts').insert(again).throwOnError();
    const stored = () => admin.from('contacts').delete().eq('message', 'Any news?').select();
    expect((await stored()).data).toHaveLength(2);
  });

  it('are inserted one at a time: rejects bulk inserts', async () => {
    const heap = Array.from({ length: 2000 }, () => message);
    for (const client of [shop.anonymous(), stranger]) {
      const { error } = await client.from('contacts').insert(heap);
      expect(error).toMatchObject({ code: 'PT400', message: 'One message at a time, please.' });
    }
    const { count } = await admin.from('contacts').select('*', { count: 'exact', head: true });
    expect(count).toBe(3);
  });

  it('queue a notice for the team that no API role can read', async () => {
    const { rows } = await shop.database.query({
      text: 'select 1 from private.contact_notices join public.contacts on id = contact_id',
    });
    expect(rows).toHaveLength(3);
  });

  it.each(['name', 'email', 'phone', 'message'] as const)('require a %s', async (field) => {
    for (const empty of ['', '   ']) {
      const { error } = await shop
        .anonymous()
        .from('contacts')
        .insert({ ...message, [field]: empty });
      expect(error?.code).toBe('23514');
    }
    const { [field]: _left, ...rest } = message;
    const { error } = await shop
      .anonymous()
      .from('contacts')
      .insert(rest as typeof message);
    expect(error?.code).toBe('23502');
  });

  it('ignore an id and a date sent by the client', async () => {
    const contacts = shop.anonymous().from('contacts');
    expect(await contacts.insert({ ...message, created_at: '2001-01-01' })).toEqual(refused);
    expect(await contacts.insert({ ...message, id: crypto.randomUUID() })).toEqual(refused);
    expect(await contacts.upsert(message)).toEqual(refused);
  });

  it('are readable by admins only', async () => {
    expect(await shop.anonymous().from('contacts').select('*')).toEqual(refused);
    expect(await shop.anonymous().from('contacts').select('id', { count: 'exact' })).toEqual(
      refused,
    );
    expect(await shop.anonymous().from('contacts').insert(message).select()).toEqual(refused);
    const seen = await stranger.from('contacts').select('*', { count: 'exact' });
    expect(seen).toMatchObject({ data: [], count: 0 });
    const { data } = await admin
      .from('contacts')
      .select('*')
      .order('created_at', { ascending: false });
    expect(data).toHaveLength(3);
    expect(data?.[0]).toMatchObject({ ...message, phone: `${message.phone}2` });
  });

  it('cannot be changed, and are deleted by admins only', async () => {
    expect(await shop.anonymous().from('contacts').delete().neq('name', '')).toEqual(refused);
    expect((await stranger.from('contacts').delete().neq('name', '').select()).data).toEqual([]);
    expect(await admin.from('contacts').update({ name: 'x' }).neq('name', '')).toEqual(refused);
    expect((await admin.from('contacts').delete().neq('name', '').select()).data).toHaveLength(3);
  });
});
