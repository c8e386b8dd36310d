import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { openFilms, type RestHarness } from './rest-harness.ts';

const megabyte = 1024 * 1024;

describe.each(databaseKinds)('bodies of megabytes on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, { maximumBodyBytes: 16 * megabyte });
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const insert = async (body: BodyInit, type: string) => {
    const headers = { 'content-type': type };
    return (await films.call('/studios', { method: 'POST', headers, body })).status;
  };
  const stored = async () => {
    const { rows } = await database.query<{ length: number }>({
      text: 'delete from studios where id > 2 returning length(city)',
    });
    return rows[0]?.length;
  };

  it.each([
    ['plain', 'a'],
    ['escaped', '\n'],
    ['quoted', '"'],
  ])(
    'may be one string, %s',
    async (_title, character) => {
      const city = character.repeat(5 * megabyte);
      expect(await insert(JSON.stringify({ id: 3, name: 'x', city }), 'application/json')).toBe(
        201,
      );
      expect(await stored()).toBe(city.length);
      const field = `"${city.replaceAll('"', '""')}"`;
      expect(await insert(`id,name,city\n3,x,${field}\n`, 'text/csv')).toBe(201);
      expect(await stored()).toBe(city.length);
    },
    60_000,
  );

  it('are refused beyond the limit, announced or not', async () => {
    const body = JSON.stringify({ id: 3, name: 'x'.repeat(17 * megabyte) });
    expect(await insert(body, 'application/json')).toBe(413);
    const stream = new Blob([body]).stream();
    const request = new Request('http://backend.example/rest/v1/studios', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    const { status } = await films.rest.fetch(request, { role: 'anon', claims: null, headers: {} });
    expect(status).toBe(413);
  });
});
