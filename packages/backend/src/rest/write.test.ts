import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness, signedIn } from './rest-harness.ts';

describe.each(databaseKinds)('writing tables on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, { transactionOverride: true, maximumBodyBytes: 10_000 });
  });

  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const write = (
    method: string,
    path: string,
    body?: unknown,
    prefer = 'return=representation',
    more = {},
  ) =>
    films.call(path, {
      method,
      headers: { 'content-type': 'application/json', prefer, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const rows = async (text: string) => (await database.query({ text })).rows;

  it('caches the meaning of a URL, never its caller’s row or the body’s keys', async () => {
    const studios = '/studios?select=*';
    const bodies = [
      { id: 40, name: 'Forty' },
      { id: 41, name: 'Forty-one', city: 'Oslo' },
      [
        { id: 42, name: '42' },
        { id: 43, name: '43' },
      ],
      { city: 'Rome', name: 'Forty-four', id: 44 },
    ];
    const answers = [];
    for (const body of bodies) answers.push((await write('POST', studios, body)).body);
    expect(answers).toEqual([
      [{ id: 40, name: 'Forty', city: null }],
      [{ id: 41, name: 'Forty-one', city: 'Oslo' }],
      [
        { id: 42, name: '42', city: null },
        { id: 43, name: '43', city: null },
      ],
      [{ id: 44, name: 'Forty-four', city: 'Rome' }],
    ]);
    await rows('delete from studios where id between 40 and 44');
    const send = (sub: string, id: number) =>
      films.client(signedIn(sub)).from('letters').insert({ id, owner: sub, text: 'mine' });
    expect((await send('ann', 40)).status).toBe(201);
    expect((await send('bob', 41)).status).toBe(201);
    expect(await rows('delete from letters where id in (40, 41) returning owner')).toEqual([
      { owner: 'ann' },
      { owner: 'bob' },
    ]);
  });

  it('inserts one row, and says so as briefly as asked', async () => {
    const minimal = await write('POST', '/studios', { id: 10, name: 'Ten' }, '');
    expect([minimal.status, minimal.body, minimal.headers.get('content-range')]).toEqual([
      201,
      '',
      '*/*',
    ]);
    expect(minimal.headers.get('content-type')).toBeNull();
    const located = await write(
      'POST',
      '/studios',
      { id: 11, name: 'a&b' },
      'return=headers-only, count=exact',
    );
    expect([
      located.status,
      located.headers.get('location'),
      located.headers.get('content-range'),
    ]).toEqual([201, '/studios?id=eq.11', '*/1']);
    const full = await write('POST', '/studios?select=name', {
      id: 12,
      name: 'Twelve',
      city: null,
    });
    expect([full.status, full.body]).toEqual([201, [{ name: 'Twelve' }]]);
    expect(full.headers.get('preference-applied')).toBe('return=representation');
  });

  it('inserts many rows, with defaults for what is missing when asked', async () => {
    const client = films.client();
    const nulls = await client
      .from('films')
      .insert([{ title: 'A', genre: 'drama' }, { title: 'B' }])
      .select('title,genre');
    expect(nulls.data).toEqual([
      { title: 'A', genre: 'drama' },
      { title: 'B', genre: null },
    ]);
    const defaults = await client
      .from('films')
      .insert([{ title: 'C', price: 1.25 }, { title: 'D' }], { defaultToNull: false })
      .select('title,price,genre');
    expect(defaults.data).toEqual([
      { title: 'C', price: 1.25, genre: 'drama' },
      { title: 'D', price: 9.99, genre: 'drama' },
    ]);
    expect((await write('POST', '/people', [])).body).toEqual([]);
    expect(
      (await write('POST', '/odd%20names', { 'a b': 5, 'c"d': 'q', select: 's' })).body,
    ).toEqual([{ 'a b': 5, 'c"d': 'q', select: 's' }]);
  });

  it('preserves every digit and type of a body', async () => {
    const body =
      '{"id":20,"title":"Digits","price":"12345678.91","seen":9007199254740993,"tags":["x","y,z"],"data":{"n":1.10},"period":"[1,2)"}';
    expect(
      (await write('POST', '/films?select=seen::text,price::text,tags,data', body)).body,
    ).toEqual([
      { seen: '9007199254740993', price: '12345678.91', tags: ['x', 'y,z'], data: { n: 1.1 } },
    ]);
  });

  it('inserts CSV and form bodies', async () => {
    const csv = { 'content-type': 'text/csv' };
    expect(
      (await write('POST', '/studios', 'id,name,city\n30,"a, b",NULL', undefined, csv)).body,
    ).toEqual([{ id: 30, name: 'a, b', city: null }]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await write('POST', '/studios', 'id=31&name=x+y', undefined, form)).body).toEqual([
      { id: 31, name: 'x y', city: null },
    ]);
  });

  it('embeds into what it returns', async () => {
    const inserted = await films
      .client()
      .from('films')
      .insert({ title: 'New', studio_id: 1 })
      .select('title,studios(name),roles(name)')
      .single();
    expect(inserted.data).toEqual({ title: 'New', studios: { name: 'North' }, roles: [] });
  });

  it('merges or ignores duplicates, by primary key or another', async () => {
    const client = films.client();
    const merged = await client
      .from('studios')
      .upsert([
        { id: 1, name: 'N2' },
        { id: 40, name: 'new' },
      ])
      .select('id,name')
      .order('id');
    expect([merged.status, merged.data]).toEqual([
      201,
      [
        { id: 1, name: 'N2' },
        { id: 40, name: 'new' },
      ],
    ]);
    const again = await client
      .from('studios')
      .upsert({ id: 1, name: 'North' })
      .select('id,name,city');
    expect([again.status, again.data]).toEqual([200, [{ id: 1, name: 'North', city: 'Oslo' }]]);
    const ignored = await client
      .from('studios')
      .upsert({ id: 1, name: 'x' }, { ignoreDuplicates: true })
      .select();
    expect([ignored.status, ignored.data]).toEqual([201, []]);
    const wrongKey = await client
      .from('studios')
      .upsert({ id: 1, name: 'x' }, { onConflict: 'name' });
    expect(wrongKey).toMatchObject({ status: 400, error: { code: '42P10' } });
  });

  it('updates what the filters name, with or without the rows in answer', async () => {
    const client = films.client();
    const quiet = await client.from('films').update({ rating: 5 }, { count: 'exact' }).eq('id', 1);
    expect(quiet).toMatchObject({ status: 204, count: 1, data: null });
    const full = await client
      .from('films')
      .update({ rating: 4.5 })
      .eq('id', 1)
      .select('id,rating,studios(name)');
    expect([full.status, full.data]).toEqual([
      200,
      [{ id: 1, rating: 4.5, studios: { name: 'North' } }],
    ]);
    expect((await client.from('films').update({ rating: 1 }).eq('id', 999).select()).data).toEqual(
      [],
    );
    expect(await write('PATCH', '/films?id=eq.1', {})).toMatchObject({ status: 200, body: [] });
    expect(
      await write('PATCH', '/films?columns=rating&id=eq.1&select=rating,price', {
        rating: 3,
        price: 0,
      }),
    ).toMatchObject({
      body: [{ rating: 3, price: 10.5 }],
    });
  });

  it('deletes what the filters name', async () => {
    const deleted = await films
      .client()
      .from('studios')
      .delete({ count: 'exact' })
      .gte('id', 30)
      .select('id')
      .order('id');
    expect(deleted).toMatchObject({
      status: 200,
      count: 3,
      data: [{ id: 30 }, { id: 31 }, { id: 40 }],
    });
    expect(await write('DELETE', '/studios?id=eq.12', undefined, '')).toMatchObject({
      status: 204,
      body: '',
    });
  });

  it('refuses to update or delete a whole table', async () => {
    for (const [method, command] of [
      ['PATCH', 'UPDATE'],
      ['DELETE', 'DELETE'],
    ] as const) {
      expect(await write(method, '/films', { rating: 0 })).toMatchObject({
        status: 400,
        body: {
          code: '21000',
          message: `${command} requires a WHERE clause`,
          details: null,
          hint: null,
        },
      });
    }
    expect(await write('DELETE', '/films?select=id&order=id&limit=1')).toMatchObject({
      status: 400,
    });
    expect(await write('DELETE', '/films?roles.name=eq.x&select=roles(name)')).toMatchObject({
      status: 400,
    });
  });

  it('undoes a write that meets more or fewer rows than asked for', async () => {
    const client = films.client();
    const before = await rows('select id, name from studios order by id');
    expect(
      (await client.from('studios').update({ name: 'x' }).gt('id', 0).select().single()).error,
    ).toMatchObject({
      code: 'PGRST116',
    });
    expect(
      (await client.from('studios').update({ name: 'x' }).gt('id', 0).maxAffected(1)).error,
    ).toMatchObject({
      code: 'PGRST124',
      details: `The query affects ${before.length} rows`,
    });
    expect(
      (
        await client
          .from('studios')
          .insert([
            { id: 50, name: 'a' },
            { id: 51, name: 'b' },
          ])
          .select()
          .single()
      ).error,
    ).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    });
    expect(await rows('select id, name from studios order by id')).toEqual(before);
  });

  it('puts one row by its whole key', async () => {
    const put = (path: string, body: object) => write('PUT', path, body);
    expect(await put('/studios?id=eq.60', { id: 60, name: 'Sixty' })).toMatchObject({
      status: 201,
      body: [{ id: 60, name: 'Sixty' }],
    });
    expect(await put('/studios?id=eq.60', { id: 60, name: 'LX' })).toMatchObject({ status: 200 });
    expect(await put('/studios?id=eq.61', { id: 62, name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'PGRST115' },
    });
    expect(await put('/studios?name=eq.x', { id: 62, name: 'x' })).toMatchObject({
      status: 405,
      body: { code: 'PGRST105' },
    });
    expect(await put('/studios?id=eq.62&limit=1', { id: 62, name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'PGRST114' },
    });
    expect(await rows('select id from studios where id in (61, 62)')).toEqual([]);
  });

  it('rolls back when asked, and says so', async () => {
    const rolledBack = await write(
      'POST',
      '/studios',
      { id: 70, name: 'gone' },
      'return=representation, tx=rollback',
    );
    expect(rolledBack).toMatchObject({ status: 201, body: [{ id: 70 }] });
    expect(rolledBack.headers.get('preference-applied')).toBe('return=representation, tx=rollback');
    expect(await rows('select id from studios where id = 70')).toEqual([]);
  });

  it('holds row security and privileges', async () => {
    const ann = films.client(signedIn('ann'));
    expect(await ann.from('letters').insert({ id: 5, owner: 'bob', text: 'x' })).toMatchObject({
      status: 403,
      error: {
        code: '42501',
        message: 'new row violates row-level security policy for table "letters"',
      },
    });
    expect(
      (await ann.from('letters').update({ text: 'hers' }).gt('id', 0).select('id,text')).data,
    ).toEqual([{ id: 1, text: 'hers' }]);
    expect(await ann.from('letters').update({ owner: 'cy' }).eq('id', 1)).toMatchObject({
      status: 403,
    });
    expect(await ann.from('letters').update({ text: 'x' }).eq('secret', 's1')).toMatchObject({
      status: 403,
    });
    expect((await ann.from('letters').delete({ count: 'exact' }).eq('id', 2)).count).toBe(0);
    expect(await films.client().from('letters').delete().eq('id', 2)).toMatchObject({
      status: 401,
    });
  });

  it.each([
    ['a body that is no JSON', 'POST', '/studios', '{', 400, 'PGRST102'],
    ['no body', 'POST', '/studios', '', 400, 'PGRST102'],
    ['uneven objects', 'POST', '/studios', '[{"id":1},{"name":"x"}]', 400, 'PGRST102'],
    ['an unknown column', 'POST', '/studios', '{"nope":1}', 400, 'PGRST204'],
    ['an unknown table', 'POST', '/studio', '{}', 404, 'PGRST205'],
    ['a duplicate', 'POST', '/studios', '{"id":1,"name":"x"}', 409, '23505'],
    ['a missing reference', 'POST', '/films', '{"title":"x","studio_id":999}', 409, '23503'],
    ['a null where none may be', 'POST', '/studios', '{"id":80}', 400, '23502'],
    ['a broken check', 'POST', '/films', '{"title":""}', 400, '23514'],
    ['a value of another type', 'POST', '/studios', '{"id":"x","name":"x"}', 400, '22P02'],
    [
      'a value that is too large',
      'POST',
      '/studios',
      '{"id":99999999999,"name":"x"}',
      400,
      '22003',
    ],
    ['a NUL character', 'POST', '/studios', '{"id":81,"name":"\\u0000"}', 400, '22P05'],
    ['an oversized body', 'POST', '/studios', `{"name":"${'x'.repeat(20_000)}"}`, 413, 'PGRST102'],
  ])('refuses %s', async (_what, method, path, body, status, code) => {
    const answer = await write(method, path, body);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
  });

  it('refuses a media type it cannot read', async () => {
    const answer = await write('POST', '/studios', '<a/>', '', {
      'content-type': 'application/xml',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'Content-Type not acceptable: application/xml' },
    });
  });

  it('lists the allowed methods of a relation', async () => {
    expect((await films.call('/films', { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    );
  });
});
