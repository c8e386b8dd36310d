import { Download } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { saveCsv } from '../orders/save-csv.ts';
import { readWholeList } from './read-whole-list.ts';
import {
  type ListName,
  type ListPage,
  type ListQuery,
  type RowOf,
  useAdminCalls,
} from './use-admin-calls.ts';
import { type UseExport, useExport } from './use-export.ts';

interface ExportListProps<L extends ListName> {
  list: L;
  /** The file's name, if the list's own name is not meant for people. */
  file?: string;
  query: ListQuery;
  page: ListPage<unknown> | undefined;
  /** A row as it appears in the file, by column. */
  toRow: (row: RowOf<L>) => object;
}

/** Saves every row that matches the list's search and filters as CSV, not just the current page. */
export function ExportList<L extends ListName>({
  list,
  file = list.replaceAll('_', '-'),
  query,
  page,
  toRow,
}: ExportListProps<L>) {
  const calls = useAdminCalls();
  return (
    <ExportButton
      page={page}
      save={async (report) => {
        let read = 0;
        const rows = await readWholeList(calls, list, query, (some) => {
          read += some.length;
          report(read);
        });
        await saveCsv(`${file}.csv`, rows.map(toRow));
      }}
    />
  );
}

/** Shows an export's progress, and why it failed. */
function ExportButton(props: UseExport) {
  const { progress, impossible, download } = useExport(props);
  return (
    <Button
      variant="secondary"
      disabled={impossible}
      aria-disabled={progress !== null}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" className="size-4" />
      {progress ?? 'Export CSV'}
    </Button>
  );
}
