import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { dayIn } from '#domain/day-in.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { RowLink } from '../table/row-link.tsx';
import { useList } from '../table/use-list.ts';
import {
  type Batch,
  batchStatuses,
  batchStatusLabel,
  batchTones,
  isExpired,
  sayDay,
} from './batch-text.ts';
import { useProductNames } from './use-product-names.ts';

/** All batches, newest first. */
export function BatchList() {
  const { site } = useShop();
  const products = useProductNames();
  const list = useList('batches', {
    failureTitle: 'Failed to fetch batches',
    menus: [
      { name: 'status', label: 'Status', options: batchStatuses },
      { name: 'product_id', label: 'Product', options: products },
    ],
  });
  const { remove } = useRowActions('batches');
  const today = dayIn(site.timeZone);

  const columns: TableColumn<Batch>[] = [
    {
      id: 'code',
      heading: 'Code',
      sort: 'code',
      card: 'title',
      className: 'md:w-[18%]',
      cell: ({ id, code }) => <RowLink to={`/admin/batches/${id}`}>{code}</RowLink>,
    },
    {
      id: 'product',
      heading: 'Product',
      cell: ({ product_id }) => (
        <span className="wrap-anywhere">
          {products.find(({ value }) => value === product_id)?.label ?? '–'}
        </span>
      ),
    },
    {
      id: 'status',
      heading: 'Status',
      sort: 'status',
      cell: (batch) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Badge tone={batchTones[batch.status as keyof typeof batchTones]}>
            {batchStatusLabel(batch.status)}
          </Badge>
          {isExpired(batch, today) ? <Badge tone="waiting">Expired</Badge> : null}
        </span>
      ),
    },
    {
      id: 'best_before',
      heading: 'Best before',
      sort: 'best_before',
      className: 'md:w-[17%]',
      cell: ({ best_before }) => (best_before === null ? '–' : sayDay(best_before)),
    },
    {
      id: 'units',
      heading: 'Units made',
      sort: 'units_made',
      align: 'right',
      cell: ({ units_made }) => units_made?.toLocaleString('en-US') ?? '–',
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Batches"
      actions={
        <>
          <ButtonLink variant="secondary" to="/admin/alerts">
            Alerts
          </ButtonLink>
          <ButtonLink variant="secondary" to="/admin/recalls">
            Recalls
          </ButtonLink>
          <ButtonLink to="/admin/batches/new">Add batch</ButtonLink>
        </>
      }
      failed="The batches could not be loaded."
      empty="No batches found"
      next={{ to: '/admin/batches/new', label: 'Add the first batch' }}
      searchLabel="Search by code or note"
      columns={columns}
      rowActions={(batch, onDelete) => (
        <EditAndDelete name={batch.code} to={`/admin/batches/${batch.id}`} onDelete={onDelete} />
      )}
      onDelete={([batch]) =>
        batch
          ? remove({
              title: `Delete the batch ${batch.code}?`,
              text: 'Its results and documents are deleted too. Only a batch that was never released and has no unit codes can be deleted.',
              done: 'Batch deleted',
              failed: 'Failed to delete the batch',
              from: 'batches',
              rows: [batch],
            })
          : Promise.resolve(false)
      }
    />
  );
}
