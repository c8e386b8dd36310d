import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { iconButton } from '../table/icon-button.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { ReportDetails } from './report-details.tsx';

type Report = RowOf<'code_reports'>;

/** Shoppers' reports about suspicious jars. */
export default function ReportList() {
  const list = useList('code_reports', { failureTitle: 'Failed to fetch reports' });
  const { remove } = useRowActions('code_reports');
  const [read, setRead] = useState<Report | null>(null);

  const columns: TableColumn<Report>[] = [
    {
      id: 'message',
      heading: 'Report',
      card: 'title',
      className: 'md:w-[45%]',
      cell: (report) => (
        <button
          type="button"
          onClick={() => setRead(report)}
          className="line-clamp-2 min-h-11 text-left font-semibold hover:underline"
        >
          {report.message}
        </button>
      ),
    },
    { id: 'bought', heading: 'Bought at', cell: ({ bought_at }) => bought_at ?? '–' },
    {
      id: 'pictures',
      heading: 'Pictures',
      align: 'right',
      cell: ({ pictures }) => pictures.length || '–',
    },
    {
      id: 'date',
      heading: 'Date',
      sort: 'created_at',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];

  return (
    <>
      <ListScreen
        list={list}
        title="Reports"
        back={{ to: '/admin/alerts', label: 'Back to alerts' }}
        failed="The reports could not be loaded."
        empty="No reports found"
        searchLabel="Search reports"
        columns={columns}
        rowActions={(report, onDelete) => (
          <button
            type="button"
            aria-label={`Delete the report "${report.message.slice(0, 40)}"`}
            onClick={onDelete}
            className={iconButton}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
        )}
        onDelete={(rows) =>
          remove({
            title: 'Delete this report?',
            text: 'This permanently deletes its text, email address and pictures, along with its alert.',
            done: 'Report deleted',
            failed: 'Failed to delete the report',
            from: 'code_reports',
            rows,
          })
        }
      />
      {read ? (
        <ModalDialog
          open
          onOpenChange={(open) => open || setRead(null)}
          title="Report"
          className="my-auto w-full max-w-2xl"
        >
          <ReportDetails id={read.id} />
        </ModalDialog>
      ) : null}
    </>
  );
}
