import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type EditedTable, readRow } from '../data/save-unchanged.ts';
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
}

/** Reads the row that the URL names and opens its form; without one, the form of a new one. */
export function RowEditor<T extends EditedTable>({ table, noun, back, form }: RowEditorProps<T>) {
  const { id } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['row', table, id],
    queryFn: () => readRow(calls, table, id ?? ''),
    enabled: Boolean(id),
    // A form holds what it was opened with; what others save meanwhile is found when saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  if (!id) return form(null);
  if (isPending) return <ScreenLoading />;
  if (isError) return <MissingRow noun={noun} back={back} onRetry={refetch} />;
  if (!data) {
    return (
      <GoneRow
        key={id}
        draftName={`${table}:${id}`}
        noun={noun}
        back={back}
        form={() => form(null, id)}
      />
    );
  }
  return form(data);
}
