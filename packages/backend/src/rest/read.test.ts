import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness, signedIn } from './rest-harness.ts';

describe.each(databaseKinds)('reading tables on $name', (kind) => {
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

  const get = async (path: string, headers = {}) => (await films.call(path, { headers })).body;
  const ids = async (filter: string) => {
    const rows = (await get(`/films?select=id&order=id&${filter}`)) as { id: number }[];
    return Array.isArray(rows) ? rows.map(({ id }) => id) : rows;
  };

  it('answers with the wire format of every type', async () => {
    expect(await get('/films?id=eq.1')).toEqual([
      {
        id: 1,
        title: 'Alpha',
        genre: 'drama',
        price: 10.5,
        rating: 4.5,
        seen: 0,
        released: '2020-01-02T03:04:05+00:00',
        tags: ['a', 'b'],
        data: { k: { n: [1, 2] }, s: 'x' },
        period: '[1,5)',
        words: "'alpha':1",
        director_id: 1,
        writer_id: 2,
        studio_id: 1,
      },
    ]);
    const { headers, status } = await films.call('/films?select=id&order=id&id=lt.3');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-range': '0-1/*',
      'content-location': '/films?id=lt.3&order=id&select=id',
    });
  });

  it('passes PostgreSQL’s own JSON text through', async () => {
    const response = await films.rest.fetch(
      new Request('http://x/rest/v1/films?select=id,price&order=id&limit=2'),
      { role: 'anon', claims: null, headers: {} },
    );
    expect(await response.text()).toBe('[{"id":1,"price":10.50}, \n {"id":2,"price":7.00}]');
  });

  it('selects columns, aliases, casts, paths into JSON and computed columns', async () => {
    expect(
      await get(
        '/films?id=eq.1&select=name:title,price::text,data->k->n->1,data->>s,n:data->k->n->>0,shout,tags->0',
      ),
    ).toEqual([{ name: 'Alpha', price: '10.50', n: '1', s: 'x', shout: 'ALPHA', tags: 'a' }]);
    expect(await get('/odd%20names?select="a b","c\\"d",select')).toEqual([
      { 'a b': 1, 'c"d': 'x', select: 'y' },
    ]);
  });

  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3]],
    ['id=gt.1&id=lte.2', [2]],
    ['id=gte.3', [3]],
    ['id=lt.2', [1]],
    ['title=like.*a', [1]],
    ['title=like.Beta 100%25', [2]],
    ['title=ilike.a*', [1]],
    ['title=like(any).{A*,*film}', [1, 3]],
    ['title=ilike(all).{*a*,*film}', [3]],
    ['title=match.^[AB]', [1, 2]],
    ['title=imatch.^b', [2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['title=in.("Gamma, \\"the\\" film",Alpha)', [1, 3]],
    ['id=eq(any).{2,3}', [2, 3]],
    ['rating=is.null', [2]],
    ['rating=not.is.null', [1, 3]],
    ['rating=is.not_null', [1, 3]],
    ['rating=isdistinct.4.5', [2, 3]],
    ['tags=cs.{b}', [1, 3]],
    ['tags=cd.{b,c}', [2, 3]],
    ['tags=ov.{a,z}', [1]],
    ['data=cs.{"s":"y"}', [3]],
    ['data->>s=eq.x', [1]],
    ['data->k->n->>1=eq.2', [1]],
    ['period=cs.[2,3)', [1]],
    ['period=ov.[4,6)', [1, 2]],
    ['period=sl.[5,6)', [1]],
    ['period=sr.[1,5)', [2]],
    ['period=nxr.[1,5)', [1]],
    ['period=nxl.[5,6)', [2]],
    ['period=adj.[9,12)', [2]],
    ['words=fts.alpha', [1]],
    ['words=plfts(english).film', [3]],
    ['title=wfts(english).film -alpha', [3]],
    ['title=phfts.the film', [3]],
    ['title=not.fts.alpha', [2, 3]],
    ['or=(id.eq.1,title.eq."Gamma, \\"the\\" film")', [1, 3]],
    ['and=(id.gt.1,or(genre.eq.drama,id.eq.3))', [3]],
    ['not.or=(id.eq.1,id.eq.2)', [3]],
    ['or=(tags.cs.{a,b},id.in.(2),rating.not.is.null)', [1, 2, 3]],
    ['genre=eq.comedy&limit=1', [2]],
    ['limit=1&offset=1', [2]],
    ['limit=0', []],
  ])('filters by %s', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it('orders by columns, JSON and related columns, nulls as asked', async () => {
    const order = async (by: string) =>
      ((await get(`/films?select=id,studios(name)&order=${by}`)) as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await order('rating.desc')).toEqual([2, 1, 3]);
    expect(await order('rating.desc.nullslast')).toEqual([1, 3, 2]);
    expect(await order('rating.nullsfirst,id.desc')).toEqual([2, 3, 1]);
    expect(await order('data->>s.desc.nullslast')).toEqual([3, 1, 2]);
    expect(await order('studios(name).desc.nullslast')).toEqual([2, 1, 3]);
  });

  it('pages by limit, offset and Range, and says how many there are', async () => {
    const page = async (path: string, headers: HeadersInit = {}) => {
      const answer = await films.call(path, { headers });
      return [answer.status, answer.headers.get('content-range'), answer.body];
    };
    const exact = { prefer: 'count=exact' };
    expect(await page('/films?select=id&order=id&limit=2', exact)).toEqual([
      206,
      '0-1/3',
      [{ id: 1 }, { id: 2 }],
    ]);
    expect(await page('/films?select=id&order=id', { ...exact, range: '1-1' })).toEqual([
      206,
      '1-1/3',
      [{ id: 2 }],
    ]);
    expect(await page('/films?select=id&id=eq.3', exact)).toEqual([200, '0-0/1', [{ id: 3 }]]);
    expect(await page('/films?select=id&id=gt.9', exact)).toEqual([200, '*/0', []]);
    expect(await page('/films?select=id&offset=3', exact)).toEqual([206, '*/3', []]);
    expect(await page('/films?select=id&offset=4', exact)).toMatchObject([
      416,
      '*/3',
      { code: 'PGRST103', details: 'An offset of 4 was requested, but there are only 3 rows.' },
    ]);
    expect(await page('/films?select=id&limit=-1')).toMatchObject([
      416,
      null,
      { code: 'PGRST103' },
    ]);
    expect(await page('/films?select=id', { range: '3-1' })).toMatchObject([
      416,
      null,
      { code: 'PGRST103' },
    ]);
    expect(await page('/films?select=id&limit=1', { prefer: 'count=estimated' })).toMatchObject([
      206,
      '0-0/3',
      [{}],
    ]);
    const [status, range] = await page('/films?select=id&limit=1', { prefer: 'count=planned' });
    expect([status, range]).toEqual([206, expect.stringMatching(/^0-0\/\d+$/)]);
  });

  it('answers HEAD with headers alone', async () => {
    const answer = await films.call('/films', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.headers.get('content-range'), answer.body]).toEqual([
      200,
      '0-2/3',
      '',
    ]);
  });

  it('never returns more rows than the maximum', async () => {
    await database.query({
      text: `insert into studios select n, 'x' from generate_series(1000, 1099) as n`,
    });
    const answer = await films.call('/studios?limit=90', { headers: { prefer: 'count=exact' } });
    expect(answer.body).toHaveLength(50);
    expect(answer.headers.get('content-range')).toBe('0-49/102');
    await database.query({ text: 'delete from studios where id >= 1000' });
  });

  it('gives one object, CSV, or objects without nulls', async () => {
    const client = films.client();
    expect((await client.from('films').select('id').eq('id', 1).single()).data).toEqual({ id: 1 });
    expect((await client.from('films').select('id').eq('id', 9).single()).error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      message: 'Cannot coerce the result to a single JSON object',
    });
    expect((await client.from('films').select('id').single()).error?.details).toBe(
      'The result contains 3 rows',
    );
    expect(await client.from('films').select('id').eq('id', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect((await client.from('films').select('id,title').order('id').csv()).data).toBe(
      'id,title\n1,Alpha\n2,"Beta 100%"\n3,"Gamma, ""the"" film"',
    );
    expect(
      await get('/people?id=eq.1', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }),
    ).toEqual([{ id: 1, name: 'Ann', born: '1950-01-01' }]);
  });

  it('holds row security and column privileges', async () => {
    const read = (select: string, sub: string) =>
      films.client(signedIn(sub)).from('letters').select(select);
    expect((await read('id,text', 'ann')).data).toEqual([{ id: 1, text: 'to ann' }]);
    expect((await read('id,text', 'cy')).data).toEqual([]);
    expect(await read('secret', 'ann')).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await read('*', 'ann')).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await films.client().from('letters').select('id')).toMatchObject({
      status: 401,
      error: { code: '42501', message: 'permission denied for table letters' },
    });
  });

  it('gives the same address to every caller without mixing them up', async () => {
    const path = '/letters?select=id';
    for (const [sub, expected] of [
      ['ann', [{ id: 1 }]],
      ['bob', [{ id: 2 }]],
      ['ann', [{ id: 1 }]],
    ] as const) {
      expect((await films.call(path, {}, signedIn(sub))).body).toEqual(expected);
    }
  });

  it.each([
    ['/film', 404, 'PGRST205', { hint: "Perhaps you meant the table 'public.films'" }],
    ['/films?select=nope', 400, '42703', { message: 'column films.nope does not exist' }],
    ['/films?nope=eq.1', 400, '42703', {}],
    ['/films?id=eq.x', 400, '22P02', { message: 'invalid input syntax for type integer: "x"' }],
    ['/films?id=noop.1', 400, 'PGRST100', {}],
    ['/films?select=actors(*)', 400, 'PGRST200', {}],
    ['/films?select=people(*)', 300, 'PGRST201', {}],
    ['/films?roles.name=eq.x', 400, 'PGRST108', {}],
    ['/films?select=id,roles(name)&order=roles(name)', 400, 'PGRST118', {}],
    ['/films?select=id::nonsense', 400, '42704', {}],
    ['/films?id=like.1', 404, '42883', {}],
    ['/films?limit=99999999999999999999&offset=99999999999999999999', 400, '22003', {}],
    ['/films?title=eq.%00', 400, '22021', {}],
    ['/', 404, 'PGRST126', {}],
    ['/films/1', 404, 'PGRST125', {}],
    ['/%E0%A4%A', 404, 'PGRST125', {}],
  ])('refuses %s', async (path, status, code, body) => {
    const answer = await films.call(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, ...body });
    expect(Object.keys(answer.body as object)).toEqual(['code', 'details', 'hint', 'message']);
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
  });

  it('refuses other schemas, media types, methods and strict preferences', async () => {
    const refused = async (init: RequestInit, path = '/films?select=id') => {
      const { status, body } = await films.call(path, init);
      return [status, (body as { code: string }).code];
    };
    expect(await refused({ headers: { 'accept-profile': 'auth' } })).toEqual([406, 'PGRST106']);
    expect(await refused({ headers: { accept: 'application/geo+json' } })).toEqual([
      406,
      'PGRST107',
    ]);
    expect(await refused({ headers: { accept: 'application/vnd.pgrst.plan+json' } })).toEqual([
      406,
      'PGRST107',
    ]);
    expect(await refused({ method: 'PROPFIND' })).toEqual([405, 'PGRST117']);
    expect(await refused({ headers: { prefer: 'handling=strict, x=1' } })).toEqual([
      400,
      'PGRST122',
    ]);
    expect(await refused({}, `/films?id=eq.${'1'.repeat(20_000)}`)).toEqual([414, 'PGRST100']);
  });

  it('ignores an unknown time zone, unless preferences are strict', async () => {
    const read = async (prefer: string) => {
      const { status, headers, body } = await films.call('/films?select=released&id=eq.1', {
        headers: { prefer },
      });
      return [status, headers.get('preference-applied'), JSON.stringify(body)];
    };
    expect(await read('timezone=Asia/Tokyo')).toEqual([
      200,
      'timezone=Asia/Tokyo',
      expect.stringContaining('+09:00'),
    ]);
    expect(await read('timezone=Nowhere')).toEqual([
      200,
      null,
      expect.stringContaining('released'),
    ]);
    expect(await read('handling=strict, timezone=Nowhere')).toEqual([
      400,
      null,
      expect.stringContaining('timezone=Nowhere'),
    ]);
  });

  it('uses what the schema has become after a change', async () => {
    expect(await films.call('/later')).toMatchObject({ status: 404 });
    await database.query({ text: 'create table later (id int)' });
    await database.query({ text: 'grant select on later to anon' });
    await films.rest.reload();
    expect(await films.call('/later')).toMatchObject({ status: 200, body: [] });
    await database.query({ text: 'drop table later' });
    await films.rest.reload();
    expect(await films.call('/later')).toMatchObject({ status: 404, body: { code: 'PGRST205' } });
  });
});
