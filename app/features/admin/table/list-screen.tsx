import { Button } from '#app/components/ui/button.tsx';
import { ExportList } from '../data/export-list.tsx';
import type { ListName, RowOf } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { DataTable, type TableColumn, type TableRow } from './data-table.tsx';
import { DateFilter } from './date-filter.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { SavedFilters } from './saved-filters.tsx';
import type { List } from './use-list.ts';

export interface ListScreenProps<Row extends TableRow> {
  /** From {@link useList}. */
  list: List<Row>;
  title: string;
  /** What the table contains, if different from the screen's title. */
  label?: string;
  back?: { to: string; label: string };
  /** Shown beside the heading. */
  actions?: React.ReactNode;
  /** A custom way to export the list; without it, rows are saved as stored. */
  exports?: React.ReactNode;
  /** Shown in place of rows if they could not be loaded. */
  failed: string;
  /** The required empty state (requirements §8), verbatim. */
  empty: string;
  /** Where to go to add the first entry of an empty list. */
  next?: { to: string; label: string };
  searchLabel: string;
  columns: readonly TableColumn<Row>[];
  /** The buttons at the end of a row; its delete button must call `remove`. */
  rowActions?: (row: Row, remove: () => void) => React.ReactNode;
  /** Asks, deletes and notifies. Resolves to whether the rows were deleted. */
  onDelete?: (rows: readonly Row[]) => Promise<boolean>;
  /** A row's name: 'Select Pure Resin'. If given, rows can be selected. */
  nameOf?: (row: Row) => string;
  /** Actions for the selected rows besides deleting; `clear` deselects them. */
  bulk?: (rows: Row[], clear: () => void) => React.ReactNode;
  /** Shown between heading and table. */
  children?: React.ReactNode;
}

/** Every list of the admin area: heading, search, filters, table, selection and deleting. */
export function ListScreen<Row extends TableRow>({
  list,
  title,
  label = title,
  back,
  actions,
  exports,
  failed,
  columns,
  rowActions,
  onDelete,
  nameOf,
  bulk,
  children,
  ...texts
}: ListScreenProps<Row>) {
  const { control, menus, days } = list;
  const { chosen } = control.state;
  const remove = (rows: readonly Row[]) => onDelete?.(rows) ?? Promise.resolve(false);
  const allColumns = rowActions
    ? [...columns, actionsColumn((row: Row) => rowActions(row, () => void remove([row])))]
    : columns;

  return (
    <>
      <ScreenHeading title={title} {...(back && { back })}>
        {actions}
        {exports ?? (
          <ExportList list={list.name} query={list.query} page={list.page} toRow={asStored} />
        )}
      </ScreenHeading>
      {children}
      <DataTable
        label={label}
        columns={allColumns}
        page={list.page}
        loading={list.loading}
        error={list.failure && failed}
        onRetry={list.refetch}
        control={control}
        {...texts}
        filters={
          <>
            {menus.map(({ name, label: menuLabel, options, choose }) => (
              <FilterMenu
                key={name}
                label={menuLabel}
                options={options}
                chosen={chosen[name] ?? []}
                onChange={(next) =>
                  control.change({
                    chosen: { [name]: choose ? choose(chosen[name] ?? [], next) : next },
                  })
                }
              />
            ))}
            {days ? (
              <DateFilter chosen={chosen} onChange={(range) => control.change({ chosen: range })} />
            ) : null}
            <SavedFilters screen={list.name} />
          </>
        }
        {...(nameOf && {
          nameOf,
          bulk: (rows: Row[], clear: () => void) => (
            <>
              {bulk?.(rows, clear)}
              {onDelete ? (
                <Button
                  variant="secondary"
                  onClick={() => void remove(rows).then((done) => done && clear())}
                >
                  Delete
                </Button>
              ) : null}
            </>
          ),
        })}
      />
    </>
  );
}

/** Values that are lists or objects become JSON. */
function asStored(row: RowOf<ListName>): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

const actionsColumn = <Row extends TableRow>(
  cell: (row: Row) => React.ReactNode,
): TableColumn<Row> => ({
  id: 'actions',
  heading: 'Actions',
  headingHidden: true,
  align: 'right',
  className: 'whitespace-nowrap',
  cell,
});
