import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness } from './rest-harness.ts';

/** A column, a view and a function that write when they are read. */
const writingWhenRead = `
  create table readings (reader text not null);
  grant select, insert on readings to anon;
  create function note_reading(films) returns text language sql volatile as
    $$ insert into readings values ($1.title) returning reader $$;
  create function note_call() returns setof readings language sql volatile as
    $$ insert into readings values ('call') returning * $$;
  create view noted with (security_invoker) as select id, note_reading(films) as note from films;
  grant select on noted to anon;
`;

describe.each(databaseKinds)('a GET or HEAD on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database);
    const connection = await database.connect();
    await connection.exec(writingWhenRead);
    connection.release();
    await films.rest.reload();
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const countReadings = async () =>
    (await database.query<{ n: number }>({ text: 'select count(*)::int as n from readings' }))
      .rows[0]?.n;

  it.each([
    ['a computed column', '/films?select=id,note_reading&limit=1'],
    ['a computed column of what is embedded', '/studios?select=id,films(note_reading)&id=eq.1'],
    ['a view', '/noted?limit=1'],
    ['a function', '/rpc/note_call'],
  ])('changes nothing by way of %s', async (_, path) => {
    // Each preference takes a different path to the database than none does.
    for (const prefer of ['count=exact', 'timezone=UTC', 'tx=rollback']) {
      const answer = await films.call(path, { headers: { prefer } });
      expect([prefer, answer.status]).toEqual([prefer, 405]);
      expect(answer.body).toMatchObject({ code: '25006' });
      // Without a body, the database doesn't have to compute the part that would write.
      await films.call(path, { method: 'HEAD', headers: { prefer } });
    }
    expect(await countReadings()).toBe(0);
  });

  it('is the only one that may not write', async () => {
    expect((await films.call('/rpc/note_call', { method: 'POST' })).status).toBe(200);
    expect(await countReadings()).toBe(1);
  });
});
