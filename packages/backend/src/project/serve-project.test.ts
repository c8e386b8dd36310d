import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseSecretStore } from '../access/database-secret-store.ts';
import { databaseKinds } from '../testing/databases.ts';
import type { ProjectData } from './open-data.ts';
import { platformExtensions } from './platform-extensions.ts';
import { readProject } from './project-config.ts';
import { type ServedProject, serveProject } from './serve-project.ts';

const folder = new URL('../fixtures/hostile-project', import.meta.url).pathname;

describe.each(databaseKinds)('a foreign project on $name', (kind) => {
  let data: ProjectData;
  let served: ServedProject;
  let anonymous: SupabaseClient;
  let service: SupabaseClient;
  const reports: string[] = [];

  const serve = async () =>
    serveProject({
      project: await readProject(folder, {}),
      data,
      host: '127.0.0.1',
      port: 0,
      keys: {},
      keylessAnonymous: true,
      rateLimits: 'off',
      report: (message) => reports.push(message),
    });
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${served.url}/rest/v1/${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: () => JSON.parse(text),
    };
  };
  const bodyOf = async (path: string, init?: RequestInit) => (await call(path, init)).body();
  const visitor = (key = served.publishableKey) =>
    createClient(served.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'project-'));
    const database = await kind.open({ extensions: platformExtensions });
    data = {
      database,
      secrets: createDatabaseSecretStore(database),
      directory,
      async close() {
        await database.close();
        await rm(directory, { recursive: true });
      },
    };
    served = await serve();
    anonymous = visitor();
    service = visitor(served.secretKey);
  });

  afterAll(async () => {
    await served?.close();
    await data?.close();
    await kind.stop();
  });

  it('starts again on what it made, with the same keys, and seeds only once', async () => {
    const { publishableKey, secretKey } = served;
    await served.close();
    served = await serve();
    expect(served).toMatchObject({ publishableKey, secretKey });
    anonymous = visitor();
    service = visitor(served.secretKey);
    expect(await bodyOf('people?select=id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(reports.filter((report) => report.includes('pg_graphql'))).toHaveLength(1);
    expect(reports.filter((report) => report.includes('/config.toml:12: [realtime]'))).toHaveLength(
      2,
    );
  });

  it('shows values of every type as PostgREST does', async () => {
    const { text, body } = await call('kinds');
    // A number this long would lose digits in JavaScript, so the test checks the text.
    expect(text).toContain('"amount":12345678901234567890.0123456789,');
    expect(body()).toEqual([
      {
        ...{ id: 1, key: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', small: 7, ratio: 1e300 },
        ...{ amount: expect.any(Number), cash: '$12.50', flag: true, letter: 'ab ' },
        ...{ label: 'label', size: 3, feeling: 'happy, very', feelings: ['sad', 'happy, very'] },
        home: { street: 'Main "St"', number: 5, tags: ['x'] },
        homes: [{ street: 'A', number: 1, tags: [] }],
        ...{
          texts: ['foxes', 'with, comma'],
          grid: [
            [1, 2],
            [3, 4],
          ],
        },
        ...{ days: '[2024-01-01,2024-02-01)', spans: '[0.5,1.5]', numbers: '{[1,3),[5,7)}' },
        ...{ born: '2024-02-29', clock: '12:34:56.789', zoned_clock: '12:34:56+02' },
        ...{ plain: '2024-01-02T03:04:05.678901', moment: '2024-01-02T01:04:05.678901+00:00' },
        ...{ length: '1 year 2 mons 3 days 04:05:06', host: '192.168.0.1', net: '10.0.0.0/8' },
        ...{ mac: '08:00:2b:01:02:03', bits: '1010', flexible: '101', raw: '\\xdeadbeef' },
        ...{ document: { b: 1, a: 2 }, binary_document: { a: [1, { c: null }], b: 1 } },
        ...{ markup: '<a href="x">b</a>', words: "'fox':1", place: '(1,2)' },
        ...{ attributes: { a: '1', 'b c': null }, mail: 'Someone@Example.com', doubled: 14 },
        made_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      },
    ]);
  });

  it('filters by values of every type', async () => {
    const filters = [
      'key=eq.a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      'amount=gt.12345678901234567890',
      'cash=eq.12.50',
      'feeling=eq.happy, very',
      'feelings=cs.{"happy, very"}',
      'texts=ov.{"with, comma",z}',
      'grid=eq.{{1,2},{3,4}}',
      'days=adj.[2024-02-01,2024-03-01)',
      'spans=cs.[1.0,1.2]',
      'numbers=cs.{[5,6)}',
      'length=gt.1 year',
      'host=eq.192.168.0.1',
      'raw=eq.\\xdeadbeef',
      'binary_document=cs.{"b":1}',
      'binary_document->a->1->>c=is.null',
      'document->>b=eq.1',
      'attributes=cs.a=>1',
      'attributes->>a=eq.1',
      'home->>street=eq.Main "St"',
      'mail=eq.SOMEONE@EXAMPLE.COM',
      'words=fts.foxes',
      'moment=eq.2024-01-02T01:04:05.678901Z',
      'bits=eq.1010',
      'size=in.(1,2,3)',
    ];
    for (const filter of filters) {
      const [name = '', ...value] = filter.split('=');
      const query = new URLSearchParams([
        [name, value.join('=')],
        ['select', 'id'],
      ]);
      expect([filter, (await call(`kinds?${query}`)).text]).toEqual([filter, '[{"id":1}]']);
    }
  });

  it('writes values of every type', async () => {
    const row = {
      ...{ amount: 0.1, cash: 3, letter: 'z', size: 9, feeling: 'quo"ted', feelings: ['ünïcode'] },
      ...{ home: { street: 'S', number: null, tags: [] }, homes: [{ street: 'T' }], grid: [[5]] },
      ...{ days: '[2025-01-01,2025-01-02)', born: '2025-01-01', length: '2 days', host: '::1' },
      ...{
        raw: '\\x00',
        document: [1],
        binary_document: 'text',
        attributes: 'k=>v',
        mail: 'A@b.c',
      },
      moment: '2025-01-01T00:00:00+02:00',
    };
    const { data: written, error } = await service.from('kinds').insert(row).select().single();
    expect(error).toBeNull();
    expect(written).toMatchObject({
      ...{ amount: 0.1, cash: '$3.00', letter: 'z  ', label: 'x', size: 9, feelings: ['ünïcode'] },
      ...{ homes: [{ street: 'T', number: null, tags: null }], binary_document: 'text' },
      ...{ attributes: { k: 'v' }, moment: '2024-12-31T22:00:00+00:00' },
    });
    const refused = await service.from('kinds').insert({ size: -1 });
    expect(refused).toMatchObject({ status: 400, error: { code: '23514' } });
    const generated = await service.from('kinds').insert({ doubled: 1 });
    expect(generated).toMatchObject({ status: 400, error: { code: '428C9' } });
    const identity = await service.from('kinds').insert({ id: 99 });
    expect(identity).toMatchObject({ status: 400, error: { code: '428C9' } });
    const wrong = await service.from('kinds').insert({ feeling: 'angry' });
    expect(wrong).toMatchObject({ status: 400, error: { code: '22P02' } });
    await service.from('kinds').delete().gt('id', 1);
  });

  it('knows relations, keys and computed fields of every shape', async () => {
    const name = encodeURIComponent('Ünï Table');
    const select = encodeURIComponent('"dot.ted","comma,ed","with space","quo\\"ted",UPPER');
    expect(await bodyOf(`${name}?select=${select}&Id=eq.2`)).toEqual([
      { 'dot.ted': 'e', 'comma,ed': 'f', 'with space': 'b c', 'quo"ted': 'r', UPPER: 1 },
    ]);
    expect(await bodyOf(`${name}?select=Id,UPPER(Id)&order=Id`)).toEqual([
      { Id: 1, UPPER: null },
      { Id: 2, UPPER: { Id: 1 } },
    ]);
    expect(
      await bodyOf('people?select=full_name,sent(id),boss:boss_id(full_name)&order=id&limit=2'),
    ).toEqual([
      { full_name: 'Ann Ash', sent: [{ id: 1 }, { id: 3 }], boss: null },
      { full_name: 'Bob Birch', sent: [{ id: 2 }], boss: { full_name: 'Ann Ash' } },
    ]);
    expect(
      await bodyOf('messages?select=sender_of(id),receiver:people!receiver_id(id)&id=eq.1'),
    ).toEqual([{ sender_of: { id: 1 }, receiver: { id: 2 } }]);
    const ambiguous = await call('messages?select=people(*)');
    expect(ambiguous.status).toBe(300);
    expect(ambiguous.body()).toMatchObject({
      code: 'PGRST201',
      hint: "Try changing 'people' to one of the following: 'people!messages_receiver_id_fkey', 'people!messages_sender_id_fkey'. Find the desired relationship in the 'details' key.",
    });
    expect(
      await bodyOf('stock?select=quantity,warehouses(name),goods(name)&country=eq.it'),
    ).toEqual([{ quantity: 2, warehouses: { name: 'Rome' }, goods: { name: 'tea' } }]);
    expect(await bodyOf('goods?select=name,warehouses(name)&id=eq.2')).toEqual([
      { name: 'jam', warehouses: [{ name: 'Oslo' }] },
    ]);
    expect(await bodyOf('events?select=title,people(first_name)&order=id')).toEqual([
      { title: 'then', people: { first_name: 'Ann' } },
      { title: 'now', people: { first_name: 'Bob' } },
    ]);
    expect(await bodyOf('stock_totals?order=good_id')).toEqual([
      { good_id: 1, total: 7 },
      { good_id: 2, total: 7 },
    ]);
    expect(
      await bodyOf('people_with_boss?select=boss_name,messages!sender_id(id)&id=eq.2'),
    ).toEqual([{ boss_name: 'Ann', messages: [{ id: 2 }] }]);
    expect((await call('far_away')).body()).toMatchObject({ code: '55000' });
    expect((await call('events_2023')).status).toBe(404);
  });

  it('relates views by the keys of the tables they show', async () => {
    expect(await bodyOf('actors?select=name,films!casting(title),casting(part)&id=eq.1')).toEqual([
      {
        name: 'John',
        films: [{ title: 'One' }, { title: 'Two' }],
        casting: [{ part: 'Hero' }, { part: 'King' }],
      },
    ]);
    const twice = 'casting_twice?select=films!first_film(title)&actor_id=eq.2';
    expect(await bodyOf(twice)).toEqual([{ films: { title: 'Two' } }]);
    expect((await call('casting_twice?select=films(title)')).status).toBe(300);
    expect((await call('people?select=id,films(*)')).body()).toMatchObject({ code: 'PGRST200' });
  });

  it('answers pages beyond the end, and none before the start', async () => {
    const counted = { headers: { prefer: 'count=exact' } };
    const beyond = await call('people?offset=9', counted);
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('*/3');
    expect(await bodyOf('people?select=id&offset=-4&order=id&limit=1')).toEqual([{ id: 1 }]);
  });

  it('calls functions of every shape', async () => {
    const answers: [string, unknown][] = [
      ['one', 1],
      ['null_text', null],
      ['set_of_ints', [1, 2, 3]],
      ['set_of_ints?upto=1', [1]],
      ['table_of?a=1&b=x&x=gt.1', [{ x: 2, y: 'x!' }]],
      ['composite', { street: 'High Street', number: 1, tags: ['a', 'b'] }],
      ['set_of_people?select=id,boss:boss_id(id)&id=eq.3', [{ id: 3, boss: { id: 1 } }]],
      ['out_params?a=4&c=q', { twice: 8, c: 'qq' }],
      ['variadic_sum?numbers=1&numbers=2', 3],
      ['overloaded?a=1', 'int'],
      ['overloaded?a=1&b=2', 'two'],
      ['Odd%20Function?Odd%20Arg=z', 'z'],
      ['enum_in?feeling=happy,%20very', 'happy, very'],
      ['array_in?texts=%7Ba,b%7D&numbers=%7B1,2%7D', 'a+b1-2'],
      ['composite_in?home=(a,1,%7B%7D)', 'a'],
      ['set_of_people?select=full_name&full_name=eq.Cy%20Cedar', [{ full_name: 'Cy Cedar' }]],
      ['codes?single=abc&several=%7Babc,d%7D&bits=%7B101%7D', ['abc', ['abc', 'd'], ['101']]],
      ['shout_code?value=abc', 'ABC'],
    ];
    for (const [path, answer] of answers) {
      expect([path, await bodyOf(`rpc/${path}`)]).toEqual([path, answer]);
    }
    expect((await call('rpc/nothing')).status).toBe(204);
    expect((await call('rpc/chosen_status')).status).toBe(418);
    expect((await call('rpc/odd_status')).status).toBe(500);
    for (const name of ['hidden', 'not_callable', 'trigger_only']) {
      expect((await call(`rpc/${name}`)).body()).toMatchObject({ code: 'PGRST202' });
    }
    const whole = (contentType: string, body: string) =>
      bodyOf(
        `rpc/whole_${contentType === 'text/plain' ? 'text' : contentType.endsWith('json') ? 'json' : 'bytes'}`,
        {
          method: 'POST',
          headers: { 'content-type': contentType },
          body,
        },
      );
    expect(await whole('application/json', '[1, {"a": 2}]')).toEqual([1, { a: 2 }]);
    expect(await whole('text/plain', 'as it is')).toBe('as it is');
    expect(await whole('application/octet-stream', '1234')).toBe(4);
    const { data: posted } = await anonymous.rpc('composite_in', { home: { street: 'P' } });
    expect(posted).toBe('P');
    const failed = await anonymous.rpc('fails', { code: 'P0001', say: 'no' });
    expect(failed.error).toMatchObject({ code: 'P0001', message: 'no', details: 'the detail' });
    expect(await service.rpc('writes', { note: 'w' })).toMatchObject({ data: [{ note: 'w' }] });
    expect(await anonymous.rpc('writes', { note: 'w' })).toMatchObject({
      error: { code: '42501' },
    });
  });

  it('reaches each schema by its profile and no other', async () => {
    const profile = (name: string) => ({ headers: { 'accept-profile': name } });
    const app = await call('settings', profile('app'));
    expect(app.headers.get('content-profile')).toBe('app');
    expect(app.body()).toEqual([{ name: 'theme', value: { dark: true } }]);
    expect(await bodyOf('rpc/who', profile('app'))).toBe('"app", "public", "extensions"');
    expect(await bodyOf('Odd%20Table', profile('Odd Schema'))).toEqual([{ 'Odd Column': 1 }]);
    const odd = anonymous.schema('Odd Schema').from('Odd Table');
    expect(await odd.insert({ 'Odd Column': 2 }).select()).toMatchObject({ status: 201 });
    expect((await call('secrets', profile('internal'))).body()).toEqual({
      code: 'PGRST106',
      message: 'Invalid schema: internal',
      details: null,
      hint: 'Only the following schemas are exposed: public, app, Odd Schema, graphql_public',
    });
  });

  it('keeps to the rows’ limit, the grants and the policies', async () => {
    const many = Array.from({ length: 60 }, (_, a) => ({ a }));
    const inserted = await fetch(`${served.url}/rest/v1/no_key`, {
      method: 'POST',
      headers: { apikey: served.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(many),
    });
    expect([inserted.status, inserted.headers.get('content-length')]).toEqual([201, '0']);
    expect(await bodyOf('no_key')).toHaveLength(50);
    for (const path of ['locked', 'reports', 'profiles', 'profiles?select=secret']) {
      expect([path, (await call(path)).body().code]).toEqual([path, '42501']);
    }
    expect(await bodyOf('rpc/caller', { headers: { 'x-test': 'seen' } })).toMatchObject({
      role: 'anon',
      uid: null,
      header: 'seen',
    });
  });

  it('makes accounts that the project’s own triggers and policies see', async () => {
    const options = { data: { nickname: 'Nick' } };
    const short = await anonymous.auth.signUp({ email: 'a@b.example', password: 'short' });
    expect(short.error).toMatchObject({ code: 'weak_password' });
    const password = 'long enough for this one';
    const member = visitor();
    const { data: signedUp } = await member.auth.signUp({
      email: 'a@b.example',
      password,
      options,
    });
    const claims = JSON.parse(atob(signedUp.session?.access_token.split('.')[1] ?? ''));
    expect(claims.iss).toBe(`${served.url}/auth/v1`);
    expect(claims.exp - claims.iat).toBe(1800);
    const id = signedUp.user?.id;
    expect(await anonymous.from('profiles').select('id, nickname')).toMatchObject({
      data: [{ id, nickname: 'Nick' }],
    });
    expect(await member.from('notes').insert({ body: 'mine' }).select()).toMatchObject({
      data: [{ user_id: id, body: 'mine' }],
    });
    expect(await anonymous.from('notes').select()).toMatchObject({ data: [] });
    expect(await member.from('notes').select()).toMatchObject({ data: [{ body: 'mine' }] });
    const generated = await service.auth.admin.generateLink({
      type: 'magiclink',
      email: 'a@b.example',
      options: { redirectTo: 'https://app.example/welcome' },
    });
    expect(generated.data.properties?.email_otp).toHaveLength(8);
    const avatars = member.storage.from('avatars');
    const stored = await avatars.upload(`${id}/me.txt`, 'hello', { contentType: 'text/plain' });
    expect(stored.error).toBeNull();
    expect(await (await avatars.download(`${id}/me.txt`)).data?.text()).toBe('hello');
    expect((await avatars.upload('other/me.txt', 'no')).error).not.toBeNull();
    const kept = await anonymous.storage.from('avatars').download(`${id}/me.txt`);
    expect(kept.error).not.toBeNull();
    const listed = await service.storage.listBuckets();
    const buckets = listed.data?.map((bucket) => [bucket.id, bucket.public]).sort();
    expect(buckets).toEqual([
      ['avatars', false],
      ['pictures', true],
    ]);
    expect(generated.data.properties?.action_link).toContain(`${served.url}/auth/v1/verify?`);
  });
});
