import { Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { formatMoney, toCents } from '#domain/money.ts';
import { productPath, shownViews } from '#domain/product.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { DataTable, type TableColumn } from '../table/data-table.tsx';
import { FilterMenu } from '../table/filter-menu.tsx';
import { iconButton } from '../table/icon-button.ts';
import { RowMenu } from '../table/row-menu.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useList } from '../table/use-list.ts';
import { useListState } from '../table/use-list-state.ts';
import { TagCell } from './tag-cell.tsx';
import { useProductActions } from './use-product-actions.ts';

type Product = RowOf<'products'>;

/** Requirements §2.17, Products: the table. */
export function ProductList() {
  const control = useListState({ pageSize: 20, filters: ['sold_out'] });
  const list = useList('products', control, { failureTitle: 'Error fetching products' });
  const actions = useProductActions();
  const navigate = useNavigate();

  const columns: TableColumn<Product>[] = [
    {
      id: 'image',
      heading: 'Image',
      headingHidden: true,
      card: 'picture',
      className: 'md:w-16',
      cell: (product) => <Thumbnail src={product.image_url} />,
    },
    {
      id: 'name',
      heading: 'Name',
      sort: 'name',
      card: 'title',
      cell: (product) => (
        <div>
          <Link
            to={`/admin/products/${product.id}`}
            className="inline-flex min-h-11 items-center font-semibold hover:underline"
          >
            {product.name}
          </Link>
          <TagCell tags={product.tags} />
        </div>
      ),
    },
    {
      id: 'price',
      heading: 'Price',
      sort: 'price',
      align: 'right',
      cell: (product) => formatMoney(toCents(product.price)),
    },
    { id: 'weight', heading: 'Weight', sort: 'weight_type', cell: (each) => each.weight_type },
    {
      id: 'views',
      heading: 'Views',
      sort: 'view_count',
      align: 'right',
      cell: (product) => shownViews(product).toLocaleString('en-US'),
    },
    {
      id: 'status',
      heading: 'Status',
      sort: 'sold_out',
      cell: ({ sold_out }) => (
        <Badge tone={sold_out ? 'negative' : 'positive'}>
          {sold_out ? 'SOLD OUT' : 'AVAILABLE'}
        </Badge>
      ),
    },
    {
      id: 'actions',
      heading: 'Actions',
      headingHidden: true,
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (product) => (
        <>
          <Link
            to={`/admin/products/${product.id}`}
            aria-label={`Edit ${product.name}`}
            className={iconButton}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </Link>
          <button
            type="button"
            aria-label={`Delete ${product.name}`}
            onClick={() => void actions.remove([product])}
            className={iconButton}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
          <RowMenu
            label={`More for ${product.name}`}
            actions={[
              {
                label: 'Duplicate',
                onSelect: () => void navigate(`/admin/products/new?copy=${product.id}`),
              },
              {
                label: product.sold_out ? 'Mark available' : 'Mark sold out',
                onSelect: () => actions.setSoldOut([product], !product.sold_out),
              },
              {
                label: 'View in shop',
                onSelect: () => void window.open(productPath(product), '_blank', 'noopener'),
              },
            ]}
          />
        </>
      ),
    },
  ];

  return (
    <>
      <ScreenHeading title="Products">
        <ButtonLink to="/admin/products/new">Add product</ButtonLink>
      </ScreenHeading>
      <DataTable
        label="Products"
        columns={columns}
        page={list.page}
        loading={list.loading}
        error={list.failure && 'The products could not be loaded.'}
        onRetry={list.refetch}
        empty="No products found"
        control={control}
        searchLabel="Search by name or slug"
        filters={
          <FilterMenu
            label="Status"
            options={[
              { value: 'false', label: 'Available' },
              { value: 'true', label: 'Sold out' },
            ]}
            chosen={control.state.chosen.sold_out ?? []}
            onChange={(sold_out) => control.change({ chosen: { sold_out } })}
          />
        }
        nameOf={({ name }) => name}
        bulk={(products, clear) => (
          <>
            <Button variant="secondary" onClick={() => actions.setSoldOut(products, true)}>
              Mark sold out
            </Button>
            <Button variant="secondary" onClick={() => actions.setSoldOut(products, false)}>
              Mark available
            </Button>
            <Button
              variant="secondary"
              onClick={() => void actions.remove(products).then((done) => done && clear())}
            >
              Delete
            </Button>
          </>
        )}
      />
    </>
  );
}
