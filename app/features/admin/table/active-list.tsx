import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ActiveBadge, activeOptions } from './active-badge.tsx';
import { DataTable, type TableColumn } from './data-table.tsx';
import { EditAndDelete } from './edit-and-delete.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { useList } from './use-list.ts';
import { useListState } from './use-list-state.ts';

/** Lists whose rows the home page shows while they are active. */
type ActiveListName = 'partners' | 'testimonials';
type ActiveRow = RowOf<'partners'> | RowOf<'testimonials'>;

interface ActiveListProps<Row extends ActiveRow> {
  list: ActiveListName;
  /** What the screen is called: 'Partners'. */
  title: string;
  /** One of them, in running text: 'partner'. */
  noun: string;
  /** Before status and actions. */
  columns: readonly TableColumn<Row>[];
  searchLabel: string;
  /** How a row is named where it is edited or deleted: 'the testimonial of Mira'. */
  describe: (row: Row) => string;
  /** What deleting means: 'They disappear from the home page immediately.' */
  deletion: string;
}

/** The list of what the home page shows while it is active. Texts are those of requirements §8. */
export function ActiveList<Row extends ActiveRow>(props: ActiveListProps<Row>) {
  const { list: name, title, noun, columns, searchLabel, describe, deletion } = props;
  const control = useListState({ pageSize: 20, filters: ['active'] });
  const list = useList(name, control, { failureTitle: `Failed to fetch ${name}` });
  const { change, remove } = useRowActions(name);
  const Noun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

  const setActive = (rows: readonly Row[], active: boolean) =>
    change(
      (calls) => calls.run((tables) => tables.from(name).update({ active }).in('id', idsOf(rows))),
      { done: `${Noun} updated successfully`, failed: `Failed to save ${noun}` },
    );
  const removeRows = (rows: readonly Row[]) => {
    const [first] = rows;
    const what = rows.length > 1 || !first ? `${rows.length} ${name}` : describe(first);
    return remove({
      title: `Delete ${what}?`,
      text: deletion,
      done: `${Noun} deleted successfully`,
      failed: `Failed to delete ${noun}`,
      remove: (calls) => calls.run((tables) => tables.from(name).delete().in('id', idsOf(rows))),
    });
  };

  const allColumns: TableColumn<Row>[] = [
    ...columns,
    {
      id: 'status',
      heading: 'Status',
      sort: 'active',
      cell: ({ active }) => <ActiveBadge active={active} />,
    },
    {
      id: 'actions',
      heading: 'Actions',
      headingHidden: true,
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <EditAndDelete
          name={describe(row)}
          to={`/admin/${name}/${row.id}`}
          onDelete={() => void removeRows([row])}
        />
      ),
    },
  ];

  return (
    <>
      <ScreenHeading title={title}>
        <ButtonLink to={`/admin/${name}/new`}>Add {noun}</ButtonLink>
      </ScreenHeading>
      <DataTable
        label={title}
        columns={allColumns}
        page={list.page as { rows: Row[]; total: number } | undefined}
        loading={list.loading}
        error={list.failure && `The ${name} could not be loaded.`}
        onRetry={list.refetch}
        empty={`No ${name} found.`}
        control={control}
        searchLabel={searchLabel}
        filters={
          <FilterMenu
            label="Status"
            options={activeOptions}
            chosen={control.state.chosen.active ?? []}
            onChange={(active) => control.change({ chosen: { active } })}
          />
        }
        nameOf={(row) => row.name}
        bulk={(rows, clear) => (
          <>
            <Button variant="secondary" onClick={() => void setActive(rows, true)}>
              Activate
            </Button>
            <Button variant="secondary" onClick={() => void setActive(rows, false)}>
              Deactivate
            </Button>
            <Button
              variant="secondary"
              onClick={() => void removeRows(rows).then((done) => done && clear())}
            >
              Delete
            </Button>
          </>
        )}
      />
    </>
  );
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
