import { expect, it } from 'vitest';
import type { Change } from './change-text.ts';
import { describeHiddenChange, differencesOf, excerpts, formatValue } from './differences.ts';

const line = (changes: Partial<Change>): Change => ({
  id: 1,
  created_at: '2026-11-20T12:00:00Z',
  actor_id: null,
  actor_email: null,
  action: 'update',
  table_name: 'products',
  row_id: 'a',
  before: null,
  after: null,
  ...changes,
});

it('says of a change both sides, field by field', () => {
  const change = line({
    before: { price: 39.9, sold_out: false, seo_title: null, tags: ['resin'] },
    after: { price: 42, sold_out: true, seo_title: 'Pure', tags: ['resin', 'new'] },
  });
  expect(differencesOf(change, 70, 'UTC')).toEqual([
    { field: 'Price', before: '39.9', after: '42' },
    { field: 'Sold out', before: 'no', after: 'yes' },
    { field: 'SEO title', before: 'empty', after: 'Pure' },
    { field: 'Tags', before: 'resin', after: 'resin, new' },
  ]);
});

it('says of an added or deleted row what was in it, and nothing of what was empty', () => {
  const row = { id: 'a', name: 'Resin', slug: null, tags: [], created_at: '2026-11-20T12:00:00Z' };
  expect(differencesOf(line({ action: 'insert', after: row }), 70, 'UTC')).toEqual([
    { field: 'Name', before: null, after: 'Resin' },
  ]);
  expect(differencesOf(line({ action: 'delete', before: row }), 70, 'UTC')).toEqual([
    { field: 'Name', before: 'Resin', after: null },
  ]);
});

it('leaves out hashes and ids that say nothing to people', () => {
  const before = { token_hash: '…', invited_by: 'a', expires_at: null };
  const after = { token_hash: '…', invited_by: 'b', expires_at: 'soon' };
  expect(differencesOf(line({ before, after }), 70, 'UTC').map(({ field }) => field)).toEqual([
    'Expires at',
  ]);
});

it('keeps a field that became empty', () => {
  const change = line({ before: { slug: 'a' }, after: { slug: null } });
  expect(differencesOf(change, 70, 'UTC')).toEqual([
    { field: 'Slug', before: 'a', after: 'empty' },
  ]);
});

it('says values as people write them', () => {
  expect(formatValue({ name: 'Spiti', lines: ['1 Road', 'Kaza'] }, 'UTC')).toBe(
    'Name: Spiti; Lines: (1 Road, Kaza)',
  );
  expect(formatValue(false, 'UTC')).toBe('no');
  expect(formatValue(0, 'UTC')).toBe('0');
  expect(formatValue({}, 'UTC')).toBe('empty');
  expect(formatValue('2026-11-20T12:00:00+00:00', 'UTC')).toMatch(/Nov 20, 2026/);
});

it('shows only the differing part of long texts', () => {
  const same = 'From the valley. '.repeat(20);
  const [before, after] = excerpts(`${same}Old end.`, `${same}New end.`, 40);
  expect([before, after]).toEqual(['…From the valley. Old end.', '…From the valley. New end.']);
  expect(excerpts('a'.repeat(100), '', 40)).toEqual([`${'a'.repeat(40)}…`, '']);
  expect(excerpts('short', 'shorter', 40)).toEqual(['short', 'shorter']);
});

it.each([
  ['…', '…', true, 'filled in'],
  ['…', '…', false, 'changed'],
  ['empty', 'Pure', false, 'filled in'],
  ['empty', '…', true, 'filled in'],
  ['Pure', 'empty', false, 'cleared'],
  ['39.9', '42', false, null],
  [null, 'Pure', false, null],
])('says how a field became %j, then %j (by the shop: %j): %j', (before, after, byShop, how) => {
  expect(describeHiddenChange({ field: 'Name', before, after }, byShop)).toBe(how);
});
