import type { AdminCalls } from '../data/use-admin-calls.ts';

type Tables = Parameters<Parameters<AdminCalls['run']>[0]>[0];
interface Counted {
  count: number | null;
  error: { message: string; code?: string } | null;
  status: number;
}

/** The number of rows found by a query with `{ count: 'exact', head: true }`. */
export function countRows(
  calls: AdminCalls,
  query: (tables: Tables) => PromiseLike<Counted>,
): Promise<number> {
  return calls.run(async (tables) => {
    const { count, error, status } = await query(tables);
    return { data: count ?? 0, error, status };
  });
}
