import { Suspense, useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import type { TableColumn } from '../table/data-table.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { type Alert, alertKinds, alertStates, alertWords, stateTones } from './alert-text.ts';

const AlertDialog = lazyOverlay(() => import('./alert-dialog.tsx'));

/** What checks and reports ask the owner to look at, newest first. */
export function AlertInbox() {
  const list = useList('code_alerts', {
    sort: 'last_seen_at',
    failureTitle: 'Failed to fetch alerts',
    menus: [
      { name: 'state', label: 'State', options: alertStates },
      { name: 'kind', label: 'Kind', options: alertKinds },
    ],
  });
  const [read, setRead] = useState<Alert | null>(null);

  const columns: TableColumn<Alert>[] = [
    {
      id: 'kind',
      heading: 'Alert',
      sort: 'kind',
      card: 'title',
      cell: (alert) => (
        <button
          type="button"
          onClick={() => setRead(alert)}
          className="min-h-11 text-left font-semibold hover:underline"
        >
          {alertWords(alert.kind).title}
        </button>
      ),
    },
    {
      id: 'state',
      heading: 'State',
      sort: 'state',
      cell: ({ state }) => (
        <Badge tone={stateTones[state as keyof typeof stateTones]}>
          {alertStates.find(({ value }) => value === state)?.label ?? state}
        </Badge>
      ),
    },
    {
      id: 'times',
      heading: 'Times',
      sort: 'times',
      align: 'right',
      cell: ({ times }) => times.toLocaleString('en-US'),
    },
    {
      id: 'last',
      heading: 'Last seen',
      sort: 'last_seen_at',
      cell: ({ last_seen_at }) => <Moment at={last_seen_at} />,
    },
    {
      id: 'note',
      heading: 'Note',
      className: 'md:w-[30%]',
      cell: ({ note }) => <span className="line-clamp-2 whitespace-pre-line">{note ?? '–'}</span>,
    },
  ];

  return (
    <>
      <ListScreen
        list={list}
        title="Alerts"
        back={{ to: '/admin/batches', label: 'Back to batches' }}
        actions={
          <>
            <ButtonLink variant="secondary" to="/admin/alerts/reports">
              Reports
            </ButtonLink>
            <ButtonLink variant="secondary" to="/admin/alerts/checks">
              Checks over time
            </ButtonLink>
          </>
        }
        failed="The alerts could not be loaded."
        empty="No alerts found"
        searchLabel="Search notes"
        columns={columns}
      />
      {read ? (
        <Suspense>
          <AlertDialog alert={read} onClose={() => setRead(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
