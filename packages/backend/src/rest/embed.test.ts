import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness } from './rest-harness.ts';

describe.each(databaseKinds)('embedding relations on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, { aggregates: true });
  });

  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const get = async (path: string, headers = {}) => (await films.call(path, { headers })).body;

  it('embeds one, many, many through a junction, and by hint', async () => {
    expect(
      await get(
        '/films?select=id,director:people!films_director_id_fkey(name),writer:writer_id(name),details(text),roles(name,people(name)),cast:people!roles(name)&roles.order=name&cast.order=name&id=eq.1',
      ),
    ).toEqual([
      {
        id: 1,
        director: { name: 'Ann' },
        writer: { name: 'Bob' },
        details: { text: 'first' },
        roles: [
          { name: 'Fool', people: { name: 'Cy' } },
          { name: 'Hero', people: { name: 'Bob' } },
        ],
        cast: [{ name: 'Bob' }, { name: 'Cy' }],
      },
    ]);
    expect(
      await get('/people?select=id,people(id),mentor:mentor_id(name)&order=id&people.order=id'),
    ).toEqual([
      { id: 1, people: [{ id: 2 }, { id: 3 }], mentor: null },
      { id: 2, people: [], mentor: { name: 'Ann' } },
      { id: 3, people: [], mentor: { name: 'Ann' } },
    ]);
    expect(await get('/people?select=name,best_film(title)&order=id&limit=2')).toEqual([
      { name: 'Ann', best_film: { title: 'Alpha' } },
      { name: 'Bob', best_film: { title: 'Gamma, "the" film' } },
    ]);
    expect(await get('/comedies?select=film,studios(name)&order=film')).toEqual([
      { film: 2, studios: { name: 'South' } },
      { film: 3, studios: null },
    ]);
  });

  it('filters, orders and limits inside what is embedded', async () => {
    expect(
      await get(
        '/films?select=id,roles(name)&roles.name=neq.Hero&roles.order=name.desc&roles.limit=1&order=id',
      ),
    ).toEqual([
      { id: 1, roles: [{ name: 'Fool' }] },
      { id: 2, roles: [{ name: 'King' }] },
      { id: 3, roles: [] },
    ]);
    expect(
      await get('/films?select=id,roles(name)&roles.or=(name.eq.Hero,name.eq.King)&order=id'),
    ).toEqual([
      { id: 1, roles: [{ name: 'Hero' }] },
      { id: 2, roles: [{ name: 'King' }] },
      { id: 3, roles: [] },
    ]);
  });

  it('joins inner, and asks whether there is anything embedded', async () => {
    const exact = { prefer: 'count=exact' };
    const inner = await films.call('/films?select=id,roles!inner(name)&roles.name=eq.King', {
      headers: exact,
    });
    expect(inner.body).toEqual([{ id: 2, roles: [{ name: 'King' }] }]);
    expect(inner.headers.get('content-range')).toBe('0-0/1');
    const none = await films.call('/films?select=id,roles()&roles=is.null', { headers: exact });
    expect([none.body, none.headers.get('content-range')]).toEqual([[{ id: 3 }], '0-0/1']);
    expect(await get('/films?select=id,studios()&studios=not.is.null&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(
      await get('/films?select=id,studios(),roles()&or=(studios.is.null,roles.is.null)'),
    ).toEqual([{ id: 3 }]);
  });

  it('spreads what is embedded into its parent', async () => {
    expect(await get('/films?select=id,...studios(studio:name,city)&order=id')).toEqual([
      { id: 1, studio: 'North', city: 'Oslo' },
      { id: 2, studio: 'South', city: 'Rome' },
      { id: 3, studio: null, city: null },
    ]);
    expect(
      await get('/films?select=id,...roles(role:name)&roles.order=name&id=lt.3&order=id'),
    ).toEqual([
      { id: 1, role: ['Fool', 'Hero'] },
      { id: 2, role: ['King'] },
    ]);
  });

  it('aggregates, in groups and inside what is embedded', async () => {
    expect(
      await get('/films?select=genre,count(),price.sum(),low:price.min()::text&order=genre'),
    ).toEqual([
      { genre: 'drama', count: 1, sum: 10.5, low: '10.50' },
      { genre: 'comedy', count: 2, sum: 19, low: '7.00' },
    ]);
    expect(await get('/studios?select=name,films(count(),price.avg())&order=id')).toEqual([
      { name: 'North', films: [{ count: 1, avg: 10.5 }] },
      { name: 'South', films: [{ count: 1, avg: 7 }] },
    ]);
    expect(await get('/roles?select=...people(name,count())')).toEqual(
      expect.arrayContaining([
        { name: 'Cy', count: 2 },
        { name: 'Bob', count: 1 },
      ]),
    );
  });

  it('describes ambiguous relationships', async () => {
    expect(await get('/films?select=people(*)')).toMatchObject({
      message:
        "Could not embed because more than one relationship was found for 'films' and 'people'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'films with people',
          relationship: 'films_director_id_fkey using films(director_id) and people(id)',
        },
        {},
        { cardinality: 'many-to-many' },
      ],
    });
  });
});
