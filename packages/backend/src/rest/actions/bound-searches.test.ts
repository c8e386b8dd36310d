import { expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
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

  const busy = bound(search, { caller: 'busy' });
  await bound(search, { caller: 'other' });
  await bound(search, { caller: 'third' });
  // What is known is not measured again.
  expect(asked).toEqual(['busy', 'other']);
  answer.resolve({ rows: [{ bytes: 10 }] });
  await busy;
});
