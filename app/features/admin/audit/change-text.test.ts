import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { actionLabel, type Change, loggedTables, ownName, pathOfChange } from './change-text.ts';

const line = (changes: Partial<Change>): Change => ({
  id: 1,
  created_at: '2026-11-24T12:00:00Z',
  actor_id: null,
  actor_email: 'owner@livfit.example',
  action: 'update',
  table_name: 'products',
  row_id: 'a',
  before: null,
  after: null,
  ...changes,
});
const say = (change: Change) => [actionLabel(change), ownName(change), pathOfChange(change)];

it('has words for every table that the database records', async () => {
  const folder = new URL('../../../../supabase/schemas/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const recorded = texts
    .join('\n')
    .matchAll(/create trigger \w+ after [^;]*? on \w+\.(\w+)[^;]*? private\.record_change\(/g);
  const tables = new Set([...recorded].map(([, table = '']) => table));
  expect(tables.size).toBeGreaterThan(20);
  expect([...tables].filter((table) => !loggedTables[table])).toEqual([]);
});

it('says of unit codes what was done with them, and for which batch', () => {
  const issued = line({
    action: 'insert',
    table_name: 'unit_codes',
    row_id: 'b1',
    after: { count: 20, batch: 'SH2041', key_id: 'k' },
  });
  expect(say(issued)).toEqual(['Issued unit codes', 'of batch SH2041', '/admin/batches/b1']);
  const status = (after: string) =>
    line({ table_name: 'unit_codes', row_id: '17', after: { status: after } });
  expect(say(status('void'))).toEqual(['Voided unit code', 'Unit 17', null]);
  expect(say(status('issued'))).toEqual(['Restored unit code', 'Unit 17', null]);
});

it('leads from a result to its batch, and from requirements to their product', () => {
  const result = { analyte: 'lead', value: 1, batch_id: 'b1' };
  expect(
    say(line({ action: 'insert', table_name: 'batch_results', row_id: 'r', after: result })),
  ).toEqual(['Added laboratory result', 'lead', '/admin/batches/b1']);
  expect(say(line({ table_name: 'product_requirements', row_id: 'p1' }))).toEqual([
    'Changed laboratory requirements',
    null,
    '/admin/products/p1',
  ]);
});
