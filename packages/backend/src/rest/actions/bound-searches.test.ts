import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openEmptyPglite } from '../../testing/databases.ts';
import type { Table } from '../schema/schema.ts';
import { createSearchBound } from './bound-searches.ts';

it('lets no caller wait for what another one has measured', async () => {
  const asked: string[] = [];
  const answer = Promise.withResolvers<{ rows: { bytes: number }[] }>();
  const database = {
    kind: 'pglite',
    query: (_statement: unknown, { caller }: { caller: string }) => {
      asked.push(caller);
      return caller === 'busy' ? answer.promise : { rows: [{ bytes: 10 }] };
    },
  } as unknown as Database;
  const table = {
    schema: 'public',
    name: 'products',
    columns: new Map([['name', { baseType: 'text' }]]),
  } as unknown as Table;
  const bound = createSearchBound(database);
  const search = [{ table, column: 'name', cost: 1 }];

  const busy = bound(search, { caller: 'busy', role: 'anon' });
  await bound(search, { caller: 'other', role: 'anon' });
  await bound(search, { caller: 'third', role: 'anon' });
  // A known size isn't measured again.
  expect(asked).toEqual(['busy', 'other']);
  answer.resolve({ rows: [{ bytes: 10 }] });
  await busy;
});

it('neither measures nor tells the size of what the caller may not read', async () => {
  const database = await openEmptyPglite();
  onTestFinished(() => database.close());
  for (const text of [
    'create role guest nologin',
    `create table public.diary as select repeat('x', 1000) as text`,
  ])
    await database.query({ text });
  const table = {
    schema: 'public',
    name: 'diary',
    columns: new Map([['text', { baseType: 'text' }]]),
  } as unknown as Table;
  const search = () =>
    createSearchBound(database)([{ table, column: 'text', cost: 1e9 }], {
      caller: 'somebody',
      role: 'guest',
    });
  await expect(search()).resolves.toBeUndefined();
  await database.query({ text: 'grant select on public.diary to guest' });
  await expect(search()).rejects.toMatchObject({ body: { code: 'PGRST100' } });
});
