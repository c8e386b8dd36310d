import type { AdminCalls, ListName, ListQuery, RowOf } from './use-admin-calls.ts';

/** The most rows that one call answers (requirements §10.11). */
const atOnce = 1000;

/** Every row that a list's search and filters leave, page by page. */
export async function readWholeList<L extends ListName>(
  calls: AdminCalls,
  list: L,
  query: Omit<ListQuery, 'skip' | 'take'>,
): Promise<RowOf<L>[]> {
  const rows: RowOf<L>[] = [];
  for (;;) {
    const page = await calls.list(list, { ...query, skip: rows.length, take: atOnce });
    rows.push(...page.rows);
    if (page.rows.length < atOnce) return rows;
  }
}
