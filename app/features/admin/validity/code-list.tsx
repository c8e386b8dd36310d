import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ExportList } from '../data/export-list.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { iconButton } from '../table/icon-button.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { AddCode } from './add-code.tsx';

type Code = RowOf<'product_validity_view'>;

/** Requirements §2.17, Validity Codes. */
export function CodeList() {
  const list = useList('product_validity_view', {
    pageSize: 50,
    failureTitle: 'Failed to fetch validity codes',
  });
  const { remove } = useRowActions('product_validity_view');
  const navigate = useNavigate();

  const removeCodes = (codes: readonly Code[]) =>
    remove({
      title:
        codes.length > 1 ? `Delete ${codes.length} codes?` : `Delete the code ${codes[0]?.code}?`,
      text: 'Anyone who checks a bottle with this code will see INVALID from now on.',
      done: 'Validity code deleted successfully',
      failed: 'Failed to delete validity code',
      from: 'validity_codes',
      rows: codes,
    });

  const columns: TableColumn<Code>[] = [
    {
      id: 'code',
      heading: 'Code',
      sort: 'code',
      card: 'title',
      cell: ({ code }) => <span className="font-semibold wrap-anywhere tabular-nums">{code}</span>,
    },
    {
      id: 'product',
      heading: 'Product',
      sort: 'product_name',
      cell: ({ product_name }) => <span className="wrap-anywhere">{product_name}</span>,
    },
    {
      id: 'date',
      heading: 'Added',
      sort: 'created_at',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Validity Codes"
      actions={
        <>
          <ButtonLink variant="secondary" to="/admin/validity/import">
            Import
          </ButtonLink>
          <ButtonLink to="/admin/validity/generate">Generate codes</ButtonLink>
        </>
      }
      exports={
        <ExportList
          list="product_validity_view"
          file="validity-codes"
          query={list.query}
          page={list.page}
          toRow={({ code, product_name, created_at }) => ({ code, product_name, created_at })}
        />
      }
      failed="The codes could not be loaded."
      empty="No validity codes found"
      next={{ to: '/admin/validity/generate', label: 'Generate the first codes' }}
      searchLabel="Search codes and products"
      columns={columns}
      rowActions={(code, onDelete) => (
        <button
          type="button"
          aria-label={`Delete the code ${code.code}`}
          onClick={onDelete}
          className={iconButton}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </button>
      )}
      onDelete={removeCodes}
      nameOf={({ code }) => code}
      bulk={(codes) => (
        <Button
          variant="secondary"
          onClick={() =>
            void navigate('/admin/validity/labels', {
              state: { codes: codes.map(({ code }) => code) },
            })
          }
        >
          Print labels
        </Button>
      )}
    >
      <AddCode />
    </ListScreen>
  );
}
