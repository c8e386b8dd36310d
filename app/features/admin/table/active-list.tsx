import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { idsOf, useRowActions } from '../data/use-row-actions.ts';
import { ActiveBadge, activeOptions } from './active-badge.tsx';
import type { TableColumn } from './data-table.tsx';
import { EditAndDelete } from './edit-and-delete.tsx';
import { ListScreen } from './list-screen.tsx';
import { type List, useList } from './use-list.ts';

/** Lists whose active rows appear on the home page. */
type ActiveListName = 'partners' | 'testimonials';
type ActiveRow = RowOf<'partners'> | RowOf<'testimonials'>;

interface ActiveListProps<Row extends ActiveRow> {
  list: ActiveListName;
  /** The screen's title: 'Partners'. */
  title: string;
  /** A single row, for use in a sentence: 'partner'. */
  noun: string;
  /** Shown before status and actions. */
  columns: readonly TableColumn<Row>[];
  searchLabel: string;
  /** A row's name when it is edited or deleted: 'the testimonial of Mira'. */
  describe: (row: Row) => string;
  /** The effect of deleting: 'They disappear from the home page immediately.' */
  deletion: string;
}

/**
 * The list behind a section of the home page that shows active rows. Texts are those of
 * requirements §8.
 */
export function ActiveList<Row extends ActiveRow>(props: ActiveListProps<Row>) {
  const { list: name, title, noun, columns, searchLabel, describe, deletion } = props;
  const list = useList(name, {
    failureTitle: `Failed to fetch ${name}`,
    menus: [{ name: 'active', label: 'Status', options: activeOptions }],
  });
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
      from: name,
      rows,
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
  ];

  return (
    <ListScreen
      list={list as List<RowOf<ActiveListName>> as List<Row>}
      title={title}
      actions={<ButtonLink to={`/admin/${name}/new`}>Add {noun}</ButtonLink>}
      failed={`The ${name} could not be loaded.`}
      empty={`No ${name} found.`}
      next={{ to: `/admin/${name}/new`, label: `Add the first ${noun}` }}
      searchLabel={searchLabel}
      columns={allColumns}
      rowActions={(row, onDelete) => (
        <EditAndDelete name={describe(row)} to={`/admin/${name}/${row.id}`} onDelete={onDelete} />
      )}
      onDelete={removeRows}
      nameOf={(row) => row.name}
      bulk={(rows) => (
        <>
          <Button variant="secondary" onClick={() => void setActive(rows, true)}>
            Activate
          </Button>
          <Button variant="secondary" onClick={() => void setActive(rows, false)}>
            Deactivate
          </Button>
        </>
      )}
    />
  );
}
