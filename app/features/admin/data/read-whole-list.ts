import type { AdminCalls, ListName, ListQuery, RowOf } from './use-admin-calls.ts';

/** The most rows that one call returns (requirements §10.11). */
const atOnce = 1000;

/**
 * Every row that matches the list's search and filters, in the list's order. Each page starts after
 * the last id of the one before: rows added, changed or deleted meanwhile shift no others, so none
 * is read twice or skipped.
 */
export async function readWholeList<L extends ListName>(
  calls: AdminCalls,
  list: L,
  { search, filters, sort, ascending }: Omit<ListQuery, 'skip' | 'take'>,
  onPage: (rows: RowOf<L>[]) => unknown = () => {},
): Promise<RowOf<L>[]> {
  const rows: RowOf<L>[] = [];
  let last: string | undefined;
  for (;;) {
    const page = await calls.list(list, {
      search,
      filters: last === undefined ? filters : { ...filters, id: { from: last } },
      sort: 'id',
      ascending: true,
      skip: 0,
      take: atOnce,
    });
    const fresh = page.rows.filter(({ id }) => String(id) !== last);
    rows.push(...fresh);
    await onPage(fresh);
    if (page.rows.length < atOnce) break;
    last = String(page.rows.at(-1)?.id);
  }
  const direction = ascending ? 1 : -1;
  return rows.sort((one, other) => direction * compare(cellOf(one, sort), cellOf(other, sort)));
}

const cellOf = (row: object, column: string): unknown => row[column as keyof typeof row];

/** The database's sort order: empty values come last. */
function compare(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en');
}
