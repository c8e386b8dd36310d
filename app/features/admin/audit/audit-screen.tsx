import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { actionLabel, actorLabel, type Change, isByShop, loggedTables } from './change-text.ts';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';
import { choosePeople, logFilters, theShop } from './log-filters.ts';
import { nameOfRow, useRowNames } from './use-row-names.ts';

const ChangeDialog = lazyOverlay(() => import('./change-dialog.tsx'));

const tableOptions = Object.entries(loggedTables).map(([value, { plural }]) => ({
  value,
  label: plural,
}));

/** Limits for a table row, so that it fits beside the rest. The dialog shows everything. */
const maxCharacters = 70;
const maxFields = 3;

/** /admin/audit: who changed what, when, and the values before and after. */
export default function AuditScreen() {
  const people = usePeople();
  const list = useList('audit_log', {
    pageSize: 25,
    failureTitle: 'Error fetching the change log',
    menus: [
      { name: 'table', label: 'What', options: tableOptions },
      { name: 'by', label: 'Who', options: people, choose: choosePeople },
    ],
    days: true,
    toFilters: logFilters,
  });
  const names = useRowNames(list.page?.rows ?? []);
  const [opened, setOpened] = useState<Change | null>(null);

  const columns: TableColumn<Change>[] = [
    {
      id: 'what',
      heading: 'What',
      card: 'title',
      className: 'md:w-52 [td&]:align-top!',
      cell: (change) => (
        <button
          type="button"
          onClick={() => setOpened(change)}
          className="min-h-11 min-w-0 py-1 text-left hover:underline"
        >
          <span className="block font-semibold">{actionLabel(change)}</span>
          <span className="block max-w-48 truncate text-ink-soft">
            {nameOfRow(change, names) ?? change.row_id.slice(0, 8)}
          </span>
        </button>
      ),
    },
    {
      id: 'who',
      heading: 'Who and when',
      sort: 'created_at',
      className: '[td&]:align-top! md:[td&]:py-2.5',
      cell: (change) => (
        <span className="block min-w-0 md:w-48">
          <span className="block truncate" title={actorLabel(change)}>
            {actorLabel(change)}
          </span>
          <span className="block whitespace-nowrap text-ink-soft">
            <Moment at={change.created_at} />
          </span>
        </span>
      ),
    },
    {
      id: 'differences',
      heading: 'Before → after',
      className: 'w-full [td&]:align-top! max-md:block! max-md:text-left! md:[td&]:py-2.5',
      cell: (change) => <Summary change={change} onMore={() => setOpened(change)} />,
    },
  ];

  return (
    <>
      <ListScreen
        list={list}
        title="Change Log"
        failed="The change log could not be loaded."
        empty="No changes found."
        searchLabel="Search by email or ID"
        columns={columns}
      />
      {opened ? (
        <Suspense fallback={null}>
          <ChangeDialog
            change={opened}
            name={nameOfRow(opened, names)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Summary({ change, onMore }: { change: Change; onMore: () => void }) {
  const { site } = useShop();
  const all = differencesOf(change, maxCharacters, site.timeZone);
  const more = all.length - maxFields;
  const byShop = isByShop(change);
  const list = (
    <DifferenceList differences={byShop ? all : all.slice(0, maxFields)} byShop={byShop} />
  );
  return (
    <div className="min-w-0 text-left">
      {byShop && all.length > 0 ? (
        <details>
          <summary className="min-h-11 content-center text-ink-soft">
            {all.map(({ field }) => field).join(', ')}
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
      {more > 0 && !byShop ? (
        <button
          type="button"
          onClick={onMore}
          className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
        >
          {more} more
        </button>
      ) : null}
    </div>
  );
}

/** Everybody whose changes are in the log, plus the shop itself. */
function usePeople() {
  const calls = useAdminCalls();
  const { data = [] } = useQuery({
    queryKey: ['log-people'],
    queryFn: () => calls.run((tables) => tables.rpc('admin_log_people')),
  });
  return [
    { value: theShop, label: 'The shop' },
    ...data.map((email) => ({ value: email, label: email })),
  ];
}
