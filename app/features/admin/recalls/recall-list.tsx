import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { RowLink } from '../table/row-link.tsx';
import { useList } from '../table/use-list.ts';

type Recall = RowOf<'recalls'>;

const statuses = [
  { value: 'draft', label: 'Draft' },
  { value: 'sending', label: 'Sending' },
  { value: 'sent', label: 'Sent' },
] as const;
const tones = { draft: 'neutral', sending: 'waiting', sent: 'positive' } as const;

/** Every recall, newest first. */
export function RecallList() {
  const list = useList('recalls', {
    failureTitle: 'Failed to fetch recalls',
    menus: [{ name: 'status', label: 'Status', options: statuses }],
  });
  const { remove } = useRowActions('recalls');

  const columns: TableColumn<Recall>[] = [
    {
      id: 'reason',
      heading: 'Reason',
      card: 'title',
      className: 'md:w-[45%]',
      cell: ({ id, reason }) => (
        <RowLink to={`/admin/recalls/${id}`}>
          <span className="line-clamp-2">{reason}</span>
        </RowLink>
      ),
    },
    {
      id: 'status',
      heading: 'Status',
      sort: 'status',
      cell: ({ status }) => (
        <Badge tone={tones[status as keyof typeof tones]}>
          {statuses.find(({ value }) => value === status)?.label ?? status}
        </Badge>
      ),
    },
    {
      id: 'announced',
      heading: 'Announced',
      sort: 'announced_at',
      cell: ({ announced_at }) => (announced_at ? <Moment at={announced_at} /> : '–'),
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Recalls"
      back={{ to: '/admin/batches', label: 'Back to batches' }}
      actions={<ButtonLink to="/admin/recalls/new">Prepare a recall</ButtonLink>}
      failed="The recalls could not be loaded."
      empty="No recalls found"
      searchLabel="Search recalls"
      columns={columns}
      rowActions={(recall, onDelete) =>
        recall.status === 'draft' ? (
          <EditAndDelete
            name={`the recall "${recall.reason.slice(0, 40)}"`}
            to={`/admin/recalls/${recall.id}`}
            onDelete={onDelete}
          />
        ) : null
      }
      onDelete={(rows) =>
        remove({
          title: 'Delete this draft?',
          text: 'Nothing was sent.',
          done: 'Draft deleted',
          failed: 'Failed to delete the draft',
          from: 'recalls',
          rows,
        })
      }
    />
  );
}
