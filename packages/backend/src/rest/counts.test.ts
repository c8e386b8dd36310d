import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness, signedIn } from './rest-harness.ts';

describe.each(databaseKinds)('counts on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, { explain: true, maximumRows: 20 });
    await database.query({
      text: `insert into letters select n, case when n <= 30 then 'ann' else 'bob' end, '', ''
        from generate_series(10, 400) as n`,
    });
    await database.query({
      text: `create function all_letters() returns setof letters language sql stable rows 777 as
        $$ select * from letters $$`,
    });
    await database.query({ text: 'grant select on letters to authenticated' });
    await database.query({ text: 'analyze letters' });
    await films.rest.reload();
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const kinds = ['exact', 'planned', 'estimated'] as const;

  it.each(kinds)('cover only what the caller may see: %s', async (count) => {
    const headers = { prefer: `count=${count}` };
    const ranges = await Promise.all(
      ['/letters?select=id', '/letters?select=id&owner=eq.bob', '/rpc/all_letters?select=id'].map(
        async (path) => {
          const got = await films.call(path, { headers }, signedIn('ann'));
          const head = await films.call(path, { method: 'HEAD', headers }, signedIn('ann'));
          expect(head.headers.get('content-range')?.split('/')[1]).toBe(
            got.headers.get('content-range')?.split('/')[1],
          );
          return got.headers.get('content-range');
        },
      ),
    );
    expect(ranges).toEqual(['0-19/22', '*/0', '0-19/22']);
    const beyond = await films.call('/letters?offset=500', { headers }, signedIn('ann'));
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, '*/22']);
  });

  it('are not told by the plan of a query either', async () => {
    const plan = async (path: string, accept: string) => {
      const request = new Request(`http://backend.example/rest/v1${path}`, { headers: { accept } });
      const answer = await films.rest.fetch(request, signedIn('ann'));
      expect(answer.status).toBe(200);
      return answer.text();
    };
    for (const format of ['text', 'json']) {
      const accept = `application/vnd.pgrst.plan+${format}; options=analyze|buffers`;
      const hidden = await plan('/letters?select=id&owner=eq.bob', accept);
      expect(hidden).toMatch(/Scan/);
      expect(hidden).not.toMatch(/rows=|Plan Rows|Actual Rows|Removed|cost/i);
      expect(await plan('/films?select=id', accept)).toMatch(/rows=|Plan Rows/);
    }
  });
});
