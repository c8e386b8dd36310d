import { expect, it } from 'vitest';
import { readWholeList } from './read-whole-list.ts';
import type { AdminCalls, ListQuery } from './use-admin-calls.ts';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A list of codes all added at the same moment; `change` runs before each page is read. */
function open(change: (rows: Map<string, { id: string; code: string; at: number }>) => void) {
  const rows = new Map(
    Array.from({ length: 2_500 }, (_, index) => {
      // Ids do not follow the order in which rows were added.
      const id = idOf((index * 7_919) % 2_500);
      return [id, { id, code: `C${index}`, at: index }];
    }),
  );
  let pages = 0;
  const calls = {
    async list(_list: string, { filters, sort, ascending, skip, take }: ListQuery) {
      if (pages > 0) change(rows);
      pages += 1;
      const { from = '' } = (filters.id ?? {}) as { from?: string };
      const found = [...rows.values()]
        .filter(({ id }) => id >= from)
        .sort((one, other) => {
          const isBefore = one[sort as 'id'] < other[sort as 'id'];
          return isBefore === ascending ? -1 : 1;
        });
      return { rows: found.slice(skip, skip + take), total: found.length };
    },
  };
  return calls as unknown as AdminCalls;
}

const newestFirst = { search: '', filters: {}, sort: 'at', ascending: false };

it('reads every row once while rows are added', async () => {
  let added = 0;
  const calls = open((rows) => {
    for (let index = 0; index < 25; index += 1) {
      const id = idOf(9_000 + added);
      rows.set(id, { id, code: `new ${added}`, at: 9_000 + added });
      added += 1;
    }
  });
  const read = await readWholeList(calls, 'product_validity_view', newestFirst);
  const codes = read.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const old = codes.filter((code) => code.startsWith('C'));
  expect(old).toHaveLength(2_500);
  expect(old.slice(0, 2)).toEqual(['C2499', 'C2498']);
});

it('leaves none out while others are deleted', async () => {
  const deleted: string[] = [];
  const calls = open((rows) => {
    for (const id of [...rows.keys()].sort().slice(0, 25)) {
      deleted.push(rows.get(id)?.code ?? '');
      rows.delete(id);
    }
  });
  const read = await readWholeList(calls, 'product_validity_view', newestFirst);
  const codes = new Set(read.map(({ code }) => code));
  for (let index = 0; index < 2_500; index += 1) {
    if (!deleted.includes(`C${index}`)) expect(codes).toContain(`C${index}`);
  }
});
