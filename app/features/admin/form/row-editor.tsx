import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { type EditedTable, readRow, rowKey } from '../data/save-unchanged.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { GoneRow } from './gone-row.tsx';

export interface RowEditorProps<T extends EditedTable> {
  table: T;
  /** What it is, for use in a sentence: 'partner'. */
  noun: string;
  back: { to: string; label: string };
  /**
   * The form for the row in the URL; null for a new one, which may start from the unsaved changes
   * to a deleted row.
   */
  form: (row: RowOf<T> | null, orphanedDraft?: string) => React.ReactNode;
  /** The form for a new row that starts as a copy of the row in `?copy=`. */
  copy?: (row: RowOf<T>, draftName: string) => React.ReactNode;
}

/** Loads the row in the URL and opens its form; without an id, opens the form for a new row. */
export function RowEditor<T extends EditedTable>({
  table,
  noun,
  back,
  form,
  copy,
}: RowEditorProps<T>) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const source = id ?? (copy ? search.get('copy') : null);
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: rowKey(table, source ?? ''),
    queryFn: () => readRow(calls, table, source ?? ''),
    enabled: Boolean(source),
    // A form keeps the values it was opened with; changes by others are detected when saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  if (!source) return form(null);
  if (isPending) return <ScreenLoading />;
  // A form that is open stays open where its row could not be read again.
  if (isError && data === undefined)
    return <MissingRow noun={noun} back={back} onRetry={refetch} />;
  const draftName = id ?? `copy-${source}`;
  if (!data) {
    return (
      <GoneRow
        key={draftName}
        draftName={`${table}:${draftName}`}
        noun={noun}
        back={back}
        form={() => form(null, draftName)}
      />
    );
  }
  return id || !copy ? form(data) : copy(data, draftName);
}
