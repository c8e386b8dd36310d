import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import type { ListPage } from '../data/use-admin-calls.ts';
import { select } from '../form/select-style.ts';
import { moveBetweenRows } from './move-between-rows.ts';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import type { ListControl } from './use-list-state.ts';

const features = tableFeatures({ rowSelectionFeature });

export interface TableRow {
  id: string | number;
}

/** One column. `sort` names the database column its heading sorts by. */
export interface TableColumn<Row extends TableRow> {
  id: string;
  heading: string;
  /** Shown only to screen readers, for example above pictures or buttons. */
  headingHidden?: boolean;
  sort?: string;
  align?: 'right';
  /** Its place at the top of a row's card on phones; other cells follow with their headings. */
  card?: 'picture' | 'title';
  /** Extra classes for its cells, such as a width. */
  className?: string;
  cell: (row: Row) => React.ReactNode;
}

export interface DataTableProps<Row extends TableRow> {
  /** What the table contains, for screen readers: 'Orders'. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** The page for the list's query; the previous one stays visible while the next loads. */
  page: ListPage<Row> | undefined;
  loading: boolean;
  /** Shown in place of rows if they could not be loaded. */
  error: string | null;
  onRetry: () => void;
  /** The required empty state (requirements §8), verbatim. */
  empty: string;
  /** Where to go to fill an empty list. */
  next?: { to: string; label: string };
  control: ListControl;
  searchLabel: string;
  /** Filters, to the right of the search field. */
  filters?: React.ReactNode;
  /** A row's name: 'Select Pure Resin'. Given together with `bulk`. */
  nameOf?: (row: Row) => string;
  /** Actions for the selected rows; `clear` deselects them. */
  bulk?: (rows: Row[], clear: () => void) => React.ReactNode;
  /** Highlights rows, for example the one that is open. */
  rowClass?: (row: Row) => string | false;
}

const skeletonRows = ['one', 'two', 'three', 'four', 'five', 'six'];

/**
 * The table of every list in the admin area: search, filters, sort order and page in the URL,
 * selection, keyboard control, and loading, empty and error states. @tanstack/react-table supplies
 * headless rows; the server searches, sorts and pages.
 */
export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { columns, page, control, nameOf, bulk } = props;
  const { state, pageSize, change } = control;
  const [selection, setSelection] = useState<RowSelectionState>({});
  const rows = useMemo(() => page?.rows ?? [], [page]);
  const selectable = Boolean(bulk && nameOf);

  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map(({ id, heading }) => ({ id, header: heading })),
    [columns],
  );
  const table = useTable({
    features,
    data: rows,
    columns: definitions,
    getRowId: (row) => String(row.id),
    state: { rowSelection: selection },
    onRowSelectionChange: setSelection,
  });
  const selected = rows.filter(({ id }) => selection[id]);

  // Another page of the list gets its own selection.
  const shown = rows.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that left are no longer chosen
  useEffect(() => {
    setSelection((before) => {
      const kept = rows.filter(({ id }) => before[id]).map(({ id }) => [id, true] as const);
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  }, [shown]);

  // Rows were deleted, or the URL asks for a page beyond the last one.
  const lastPage = Math.max(1, Math.ceil((page?.total ?? 1) / pageSize));
  useEffect(() => {
    if (page && state.page > lastPage) change({ page: lastPage });
  }, [page, state.page, lastPage, change]);

  const width = columns.length + (selectable ? 1 : 0);
  return (
    <section aria-label={props.label} className="rounded-md border border-line bg-paper">
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
        <SearchBox
          label={props.searchLabel}
          value={state.search}
          onSearch={(search) => change({ search })}
        />
        {props.filters}
        <SortField columns={columns} control={control} />
        {selectable && rows.length > 0 ? (
          <label className="inline-flex min-h-11 items-center gap-2 px-1 text-sm md:hidden">
            <input
              type="checkbox"
              checked={table.getIsAllRowsSelected()}
              onChange={({ target }) => table.toggleAllRowsSelected(target.checked)}
              className="size-4.5 accent-ink"
            />
            Select all
          </label>
        ) : null}
      </div>
      {selected.length > 0 && bulk ? (
        <div className="flex flex-wrap items-center gap-3 border-b border-line bg-bone px-4 py-2">
          <p className="text-sm font-semibold" aria-live="polite">
            {selected.length} selected
          </p>
          {bulk(selected, () => setSelection({}))}
        </div>
      ) : null}
      <div className="relative overflow-x-auto">
        <table
          aria-label={props.label}
          aria-busy={props.loading}
          className="admin-table w-full border-collapse text-sm"
          onKeyDown={moveBetweenRows}
        >
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              {selectable ? (
                <th scope="col" className="w-11 pl-2">
                  <Checkbox
                    label="Select all rows on this page"
                    checked={rows.length > 0 && table.getIsAllRowsSelected()}
                    indeterminate={selected.length > 0 && !table.getIsAllRowsSelected()}
                    onChange={(checked) => table.toggleAllRowsSelected(checked)}
                  />
                </th>
              ) : null}
              {columns.map((column) => (
                <Heading key={column.id} column={column} control={control} />
              ))}
            </tr>
          </thead>
          <tbody className={clsx('divide-y divide-line', props.loading && page && 'opacity-60')}>
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                data-row
                className={clsx(
                  'hover:bg-bone/60',
                  selection[row.id] && 'bg-bone',
                  props.rowClass?.(row.original),
                )}
              >
                {selectable ? (
                  <td data-select className="w-11 py-0.5 pl-2">
                    <Checkbox
                      label={`Select ${nameOf?.(row.original)}`}
                      checked={Boolean(selection[row.id])}
                      onChange={(_checked, event) => row.getToggleSelectedHandler()(event)}
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-label={column.headingHidden || column.card ? undefined : column.heading}
                    data-card={column.card}
                    className={clsx(
                      'px-2.5 py-0.5 align-middle md:max-lg:px-1.5 first:pl-4 last:pr-3 md:h-12',
                      column.align === 'right' && 'text-right tabular-nums',
                      column.className,
                    )}
                  >
                    {column.cell(row.original)}
                  </td>
                ))}
              </tr>
            ))}
            {!page && props.loading
              ? skeletonRows.map((key) => (
                  <tr key={key}>
                    <td colSpan={width} className="px-4 py-3">
                      <span className="block h-6 w-full animate-pulse rounded-sm bg-bone-deep" />
                    </td>
                  </tr>
                ))
              : null}
          </tbody>
        </table>
      </div>
      {props.error ? (
        <div className="px-4 py-6">
          <LoadFailure text={props.error} onRetry={props.onRetry} />
        </div>
      ) : null}
      {page && page.total === 0 && !props.error ? (
        <div className="flex flex-col items-center gap-4 px-4 py-14 text-center">
          <p className="text-ink-soft">{props.empty}</p>
          {state.search || Object.keys(state.chosen).length > 0 ? (
            <Button
              variant="secondary"
              onClick={({ currentTarget }) => {
                // The button disappears, so focus moves to the search field.
                const list = currentTarget.closest('section');
                list?.querySelector<HTMLElement>('[type="search"]')?.focus();
                change({
                  search: '',
                  chosen: Object.fromEntries(Object.keys(state.chosen).map((name) => [name, []])),
                });
              }}
            >
              Clear search and filters
            </Button>
          ) : props.next ? (
            <ButtonLink variant="secondary" to={props.next.to}>
              {props.next.label}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {page && page.total > 0 ? (
        <Pager
          page={Math.min(state.page, lastPage)}
          pageSize={pageSize}
          total={page.total}
          more={page.more}
          onPage={(next) => change({ page: next })}
        />
      ) : null}
    </section>
  );
}

/** For sorting on phones, where a list has no headings. */
function SortField<Row extends TableRow>({
  columns,
  control: { state, change },
}: {
  columns: readonly TableColumn<Row>[];
  control: ListControl;
}) {
  const sortable = columns.filter(({ sort }) => sort);
  if (sortable.length === 0) return null;
  const chosen = sortable.some(({ sort }) => sort === state.sort);
  return (
    <label className="inline-flex min-h-11 items-center gap-2 text-sm md:hidden">
      Sort
      <select
        name="sort"
        aria-label="Sort"
        value={chosen ? `${state.ascending ? '' : '-'}${state.sort}` : ''}
        onChange={({ target: { value } }) =>
          change({ sort: value.replace('-', ''), ascending: !value.startsWith('-') })
        }
        className={select}
      >
        {chosen ? null : <option value="">As usual</option>}
        {sortable.flatMap(({ sort = '', heading }) => [
          <option key={sort} value={sort}>{`${heading}, ascending`}</option>,
          <option key={`-${sort}`} value={`-${sort}`}>{`${heading}, descending`}</option>,
        ])}
      </select>
    </label>
  );
}

function Heading<Row extends TableRow>({
  column,
  control: { state, change },
}: {
  column: TableColumn<Row>;
  control: ListControl;
}) {
  const active = column.sort === state.sort;
  const Arrow = state.ascending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={active ? (state.ascending ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'px-2.5 font-semibold whitespace-nowrap md:max-lg:px-1.5 first:pl-4 last:pr-3',
        column.align === 'right' && 'text-right',
        column.className,
      )}
    >
      {column.sort ? (
        <button
          type="button"
          onClick={() =>
            change({ sort: column.sort ?? '', ascending: active ? !state.ascending : true })
          }
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-ink"
        >
          {column.heading}
          {active ? <Arrow aria-hidden="true" className="size-3.5" /> : null}
        </button>
      ) : (
        <span className={column.headingHidden ? 'sr-only' : 'inline-block py-2.5'}>
          {column.heading}
        </span>
      )}
    </th>
  );
}

function Checkbox({
  label,
  checked,
  indeterminate = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean, event: React.ChangeEvent) => void;
}) {
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        onChange={(event) => onChange(event.target.checked, event)}
        className="size-4.5 accent-ink"
      />
    </label>
  );
}
