import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../data/load-failure.tsx';
import type { RuleTable } from '../data/save-unchanged.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { listKey } from './use-list.ts';

/** An unpaged list cannot hold more rules than this. */
const most = 1000;

/** All rows of a table of rules, sorted by a column. */
export function useRules<T extends RuleTable>(table: T, order: string) {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: listKey(table),
    queryFn: async () => {
      const rows = await calls.run((tables) =>
        tables
          .from(table as 'discounts')
          .select()
          .order(order)
          .order('id')
          .limit(most),
      );
      return rows as unknown as RowOf<T>[];
    },
  });
}

interface RuleListProps<Row extends { id: string }> {
  label: string;
  rules: { data: Row[] | undefined; isError: boolean; refetch: () => unknown };
  failed: string;
  empty: React.ReactNode;
  row: (row: Row) => React.ReactNode;
}

/** A panel of rows, or a placeholder while there are none. */
export function RuleList<Row extends { id: string }>(props: RuleListProps<Row>) {
  const { label, rules, failed, empty, row } = props;
  if (rules.isError) {
    return <LoadFailure text={failed} onRetry={rules.refetch} />;
  }
  if (!rules.data) return <span className="block h-24 animate-pulse rounded-sm bg-bone-deep" />;
  if (rules.data.length === 0) return <div className="text-ink-soft">{empty}</div>;
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line bg-paper">
      {rules.data.map((each) => (
        <li key={each.id} className="flex items-center gap-4 px-4 py-3 sm:px-6">
          {row(each)}
        </li>
      ))}
    </ul>
  );
}

/** A rule's name and effect, with its buttons. */
export function RuleRow({
  title,
  lines,
  badge,
  actions,
}: {
  title: React.ReactNode;
  lines: readonly string[];
  badge?: React.ReactNode;
  actions: React.ReactNode;
}) {
  return (
    <>
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {title}
          {badge}
        </p>
        {lines.filter(Boolean).map((line) => (
          <p key={line} className="text-sm text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      <div className="flex shrink-0">{actions}</div>
    </>
  );
}
