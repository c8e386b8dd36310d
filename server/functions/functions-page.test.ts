import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RateLimit } from '#server/limits.ts';
import type { Access } from './function-handler.ts';
import { functionTable } from './function-table.ts';

const page = fileURLToPath(new URL('../../docs/functions.md', import.meta.url));
const marks = /(<!-- table of functions -->\n)[\s\S]*?(<!-- end -->)/;

const callers: Record<Access, string> = {
  everyone: 'everyone',
  unchecked: 'everyone',
  customers: 'customers',
  'before second step': 'customers, before their second step',
  admins: 'admins',
  'admins and service': 'admins, or the secret key',
  service: 'the secret key',
};

function drawTable(): string {
  const rows = functionTable.map(
    ({ name, access, limit }) => `| \`${name}\` | ${callers[access]} | ${describeLimit(limit)} |`,
  );
  return ['', '| function | for | limit |', '|---|---|---|', ...rows, '', ''].join('\n');
}

function describeLimit({ count, seconds }: RateLimit): string {
  return `${count} in ${seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : `${seconds / 60} minutes`}`;
}

describe('docs/functions.md', () => {
  const text = readFileSync(page, 'utf8');

  it('shows the function table', async () => {
    expect(text).toMatch(marks);
    const drawn = text.replace(marks, (_, start, end) => `${start}${drawTable()}${end}`);
    await expect(drawn).toMatchFileSnapshot(page);
  });

  it('says what each function takes and answers', () => {
    const prose = text.replace(marks, '');
    const untold = functionTable.filter(
      ({ name }) =>
        !prose.includes(`\`${name}\``) && !new RegExp(`^### .*\\b${name}\\b`, 'm').test(prose),
    );
    expect(untold).toEqual([]);
  });
});
