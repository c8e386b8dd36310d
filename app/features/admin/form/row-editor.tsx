import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { type EditedTable, readRow, rowKey } from '../data/save-unchanged.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { GoneRow } from './gone-row.tsx';

export interface RowEditorProps<T extends EditedTable> {
  table: T;
  /** What it is, in running text: 'partner'. */
  noun: string;
  back: { to: string; label: string };
  /**
   * The form for the row of this URL; null for a new one, which may begin with what was unsaved of
   * a deleted row.
   */
  form: (row: RowOf<T> | null, orphanedDraft?: string) => React.ReactNode;
  /** The form for a new row that begins as a copy of the one that the URL names by `?copy=`. */
  copy?: (row: RowOf<T>, draftName: string) => React.ReactNode;
}

/** Reads the row that the URL names and opens its form; without one, the form of a new one. */
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
    // A form holds what it was opened with; what others save meanwhile is found when saving.
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
