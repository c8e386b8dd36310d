import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const folder = new URL('../../supabase/migrations/', import.meta.url);
/** Earlier migrations are exempt: nobody could say which programs may still write. */
const first = '20261124130000';

/**
 * Removes something that an older program may still use, running during the migration or rolled
 * back to afterwards.
 */
const takesAway =
  /\bdrop (?:table|column|view|function|schema|type)\b|\brename (?:to|column)\b|\balter column \w+ (?:set not null|type)\b|\bset data type\b/i;

/** What is wrong with a migration that takes something away; null if nothing is. */
function complain(version: string, text: string): string | null {
  const sql = text.replace(/--.*$/gm, '');
  if (!takesAway.test(sql) || /^-- Older programs: \S/m.test(text)) return null;
  const raised = /function private\.oldest_program\(\)[\s\S]*?select '(\d+)'/.exec(sql)?.[1];
  if (!raised) return 'takes something away and does not replace private.oldest_program()';
  return raised < version ? null : 'refuses the programs that run while it is applied';
}

it('what programs use is taken away a release later than they stop using it', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name > first);
  const complaints: string[] = [];
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const complaint = complain(name.split('_')[0] ?? '', text);
    if (complaint) complaints.push(`${name} ${complaint}`);
  }
  expect(complaints).toEqual([]);
});

it.each([
  ['alter table t add column b int', null],
  ['alter table t drop column b', 'takes something away'],
  ['alter table t alter column b set not null', 'takes something away'],
  [
    `alter table t drop column b; create or replace function private.oldest_program() returns text as $$ select '20261130000000' $$`,
    'refuses the programs that run',
  ],
  [
    `alter table t drop column b; create or replace function private.oldest_program() returns text as $$ select '20261124130000' $$`,
    null,
  ],
  ['-- Older programs: made since the last release\ndrop function f()', null],
])('says of "%s": %s', (sql, complaint) => {
  const found = complain('20261130000000', sql);
  if (complaint === null) expect(found).toBeNull();
  else expect(found).toContain(complaint);
});
