import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AdminCalls, useAdminCalls } from '../data/use-admin-calls.ts';
import { type Change, loggedTables, ownName } from './change-text.ts';

/** By table and id, as `products/4f1c…`. */
export type RowNames = ReadonlyMap<string, string>;

/** "Pure Resin"; null if neither the entry nor the table knows the row's name anymore. */
export function nameOfRow(change: Change, names: RowNames): string | null {
  return ownName(change) ?? names.get(keyOf(change)) ?? null;
}

/** Names of the rows behind these entries, for entries that do not contain a name. */
export function useRowNames(lines: readonly Change[]): RowNames {
  const calls = useAdminCalls();
  const unnamed = lines.filter(
    (line) => loggedTables[line.table_name]?.name && ownName(line) === null,
  );
  const { data } = useQuery({
    queryKey: ['row-names', ...new Set(unnamed.map(keyOf))],
    queryFn: () => readNames(calls, unnamed),
    enabled: unnamed.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? new Map();
}

async function readNames(calls: AdminCalls, lines: readonly Change[]): Promise<RowNames> {
  const tables = [...new Set(lines.map(({ table_name }) => table_name))];
  const found = await Promise.all(
    tables.map(async (table): Promise<[string, string][]> => {
      const { name: column = '', namedIn = table } = loggedTables[table] ?? {};
      const ids = lines.filter((line) => line.table_name === table).map(({ row_id }) => row_id);
      const rows = (await calls.run((each) =>
        // One of several tables, but the compiler needs a specific one.
        each
          .from(namedIn as 'products')
          .select(`id, ${column}`)
          .in('id', ids),
      )) as unknown as Record<string, string>[];
      return rows.map((row) => [`${table}/${row.id}`, row[column] ?? '']);
    }),
  );
  return new Map(found.flat());
}

function keyOf({ table_name, row_id }: Change): string {
  return `${table_name}/${row_id}`;
}
