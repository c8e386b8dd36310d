import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness, signedIn } from './rest-harness.ts';

describe.each(databaseKinds)('calling functions on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, { maximumRows: 50 });
  });

  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const post = (name: string, body: unknown = {}, headers = {}) =>
    films.call(`/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('returns scalars, records, sets and nothing', async () => {
    expect((await post('add', { a: 1, b: 2 })).body).toBe(3);
    expect((await post('add', { a: 1 })).body).toBe(11);
    expect((await films.call('/rpc/add?a=5')).body).toBe(15);
    expect((await post('pair')).body).toEqual({ x: 1, y: 'a' });
    expect((await post('numbers', { upto: 3 })).body).toEqual([1, 2, 3]);
    expect(await post('nothing')).toMatchObject({ status: 204, body: '' });
    expect((await post('add', '')).status).toBe(404);
  });

  it('accepts variadic, unnamed and form arguments', async () => {
    expect((await post('join_words', { words: ['a', 'b'] })).body).toBe('a-b');
    expect((await films.call('/rpc/join_words?words=a&words=b,c')).body).toBe('a-b,c');
    expect((await post('echo', '[1,{"a":2}]')).body).toEqual([1, { a: 2 }]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('add', 'a=4&b=5', form)).body).toBe(9);
  });

  it('treats a set of rows as a table', async () => {
    const client = films.client();
    const after = client.rpc('films_after', { moment: '2000-01-01' }, { count: 'exact' });
    const page = await after
      .select('id,studios(name)')
      .eq('genre', 'comedy')
      .order('id')
      .range(0, 0);
    expect(page).toMatchObject({
      status: 206,
      count: 2,
      data: [{ id: 2, studios: { name: 'South' } }],
    });
    const one = await client
      .rpc('films_after', { moment: '2000-01-01' })
      .select('id')
      .eq('id', 3)
      .single();
    expect(one.data).toEqual({ id: 3 });
    const read = await films.call(
      '/rpc/films_after?moment=2000-01-01&id=lt.3&select=id&order=id.desc',
    );
    expect(read.body).toEqual([{ id: 2 }, { id: 1 }]);
    expect((await post('numbers', { upto: 500 })).body).toHaveLength(50);
    const head = await films.call('/rpc/films_after?moment=2000-01-01', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect([head.status, head.headers.get('content-range'), head.body]).toEqual([200, '0-2/3', '']);
  });

  it('writes only by POST, and rolls back what exceeds its limit', async () => {
    expect((await films.call('/rpc/insert_studio?id=90&name=x')).body).toMatchObject({
      code: '25006',
    });
    expect((await post('insert_studio', { id: 90, name: 'x' })).body).toEqual({
      id: 90,
      name: 'x',
      city: null,
    });
    const strict = { prefer: 'handling=strict, max-affected=1' };
    expect((await post('rename_all', { name: 'same' }, strict)).body).toMatchObject({
      code: 'PGRST124',
    });
    expect((await post('insert_studio', { id: 91, name: 'x' }, strict)).body).toMatchObject({
      code: 'PGRST128',
    });
    const { rows } = await database.query({
      text: `select count(*) from studios where name = 'same'`,
    });
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('passes on the caller and the request', async () => {
    const context = {
      ...signedIn('7a0b7cf2-52b3-4a2c-9d0a-0d5a3e2f1c11'),
      headers: { 'x-test': 'h' },
    };
    const answer = await films.call('/rpc/who', {}, context);
    expect(answer.body).toBe('authenticated:7a0b7cf2-52b3-4a2c-9d0a-0d5a3e2f1c11:h:GET:/rpc/who');
  });

  it('lets a function set the answer’s status and headers, or raise its own', async () => {
    const answer = await post('with_headers');
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('x-a'),
      answer.body,
    ]).toEqual([202, 'no-store', '1', 'done']);
    expect((await films.call('/films?select=id&limit=1')).headers.get('x-a')).toBeNull();
    expect(await post('refuse')).toMatchObject({
      status: 400,
      body: { code: 'P0001', message: 'no', details: 'because', hint: 'ask again' },
    });
    const teapot = await post('teapot');
    expect([teapot.status, teapot.headers.get('x-pot'), teapot.body]).toEqual([
      418,
      'yes',
      { code: 'TEA', details: null, hint: null, message: 'short and stout' },
    ]);
  });

  it('refuses what it does not find', async () => {
    expect(await post('ad', { a: 1 })).toMatchObject({
      status: 404,
      body: {
        code: 'PGRST202',
        message: 'Could not find the function public.ad(a) in the schema cache',
        details:
          'Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      },
    });
    expect(await post('add', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      body: { hint: 'Perhaps you meant to call the function public.add(a, b)' },
    });
    expect(await films.call('/rpc/add', { method: 'PUT' })).toMatchObject({
      status: 405,
      body: { code: 'PGRST101' },
    });
    expect(await post('add', { a: 'x' })).toMatchObject({ status: 400, body: { code: '22P02' } });
  });
});
