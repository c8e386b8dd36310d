import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { saveCsv } from '../orders/save-csv.ts';
import { describeTotal } from '../table/pager.tsx';
import { messageOf } from './admin-failure.ts';
import { readWholeList } from './read-whole-list.ts';
import {
  type ListName,
  type ListPage,
  type ListQuery,
  type RowOf,
  useAdminCalls,
} from './use-admin-calls.ts';

interface ExportListProps<L extends ListName> {
  list: L;
  query: ListQuery;
  page: ListPage<unknown> | undefined;
  /** A row as the file shows it, by column. */
  toRow: (row: RowOf<L>) => object;
}

/** Saves every row that a list's search and filters leave as CSV, not just the page in sight. */
export function ExportList<L extends ListName>({ list, query, page, toRow }: ExportListProps<L>) {
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
        await saveCsv(`${list}.csv`, rows.map(toRow));
      }}
    />
  );
}

interface ExportButtonProps {
  page: ListPage<unknown> | undefined;
  /** Reads and saves; `report` takes how many rows were read. */
  save: (report: (read: number) => void) => Promise<void>;
}

/** Tells how far an export is, and what kept it from being saved. */
export function ExportButton({ page, save }: ExportButtonProps) {
  const total = page?.total ?? 0;
  const [done, setDone] = useState<number | null>(null);

  async function download(): Promise<void> {
    setDone(0);
    try {
      await save(setDone);
    } catch (error) {
      showToast({ title: 'Export failed', description: messageOf(error), variant: 'destructive' });
    } finally {
      setDone(null);
    }
  }

  return (
    <Button
      variant="secondary"
      disabled={total === 0}
      aria-disabled={done !== null}
      onClick={() => void (done === null && download())}
    >
      <Download aria-hidden="true" className="size-4" />
      {done === null
        ? 'Export CSV'
        : `${done.toLocaleString('en-US')} of ${describeTotal(total, page?.more)}`}
    </Button>
  );
}
