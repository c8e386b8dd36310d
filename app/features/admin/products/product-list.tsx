import { useNavigate } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { productPath, shownViews } from '#domain/product.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useList } from '../table/use-list.ts';
import { TagCell } from './tag-cell.tsx';
import { useProductActions } from './use-product-actions.ts';

type Product = RowOf<'products'>;

/** Requirements §2.17, Products: the table. */
export function ProductList() {
  const { lowStock } = useShop().site;
  const list = useList('products', {
    failureTitle: 'Error fetching products',
    menus: [
      {
        name: 'buyable',
        label: 'Status',
        options: [
          { value: 'true', label: 'Available' },
          { value: 'false', label: 'Sold out' },
        ],
      },
      {
        name: 'published',
        label: 'Visibility',
        options: [
          { value: 'true', label: 'Published' },
          { value: 'false', label: 'Draft' },
        ],
      },
      {
        name: 'stock',
        label: 'Stock',
        options: [{ value: 'low', label: `Low (${lowStock} or fewer)` }],
      },
    ],
    toFilters: ({ stock, ...columns }) => ({
      ...columns,
      ...(stock?.includes('low') && { stock: { until: String(lowStock + 1) } }),
    }),
  });
  const actions = useProductActions();
  const navigate = useNavigate();

  const columns: TableColumn<Product>[] = [
    {
      id: 'image',
      heading: 'Image',
      headingHidden: true,
      card: 'picture',
      className: 'md:w-14',
      cell: (product) => <Thumbnail src={product.image_url} />,
    },
    {
      id: 'name',
      heading: 'Name',
      sort: 'name',
      card: 'title',
      cell: (product) => (
        // The whole cell links to the product.
        <div className="relative flex min-h-11 flex-col justify-center leading-tight">
          <Link
            to={`/admin/products/${product.id}`}
            title={product.name}
            className="font-semibold after:absolute after:inset-0 hover:underline md:line-clamp-1"
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
      // On tablets the name needs the space.
      className: 'md:max-lg:hidden',
      cell: (product) => shownViews(product).toLocaleString('en-US'),
    },
    {
      id: 'stock',
      heading: 'Stock',
      sort: 'stock',
      align: 'right',
      cell: ({ stock }) => stock?.toLocaleString('en-US') ?? '–',
    },
    {
      id: 'status',
      heading: 'Status',
      sort: 'buyable',
      cell: ({ buyable, published }) =>
        published ? (
          <Badge tone={buyable ? 'positive' : 'negative'}>
            {buyable ? 'AVAILABLE' : 'SOLD OUT'}
          </Badge>
        ) : (
          <Badge>DRAFT</Badge>
        ),
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Products"
      actions={<ButtonLink to="/admin/products/new">Add product</ButtonLink>}
      failed="The products could not be loaded."
      empty="No products found"
      next={{ to: '/admin/products/new', label: 'Add the first product' }}
      searchLabel="Search by name or slug"
      columns={columns}
      rowActions={(product, remove) => (
        <>
          <EditAndDelete
            name={product.name}
            to={`/admin/products/${product.id}`}
            onDelete={remove}
          />
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
                label: product.published ? 'Make a draft' : 'Publish',
                onSelect: () => actions.setPublished([product], !product.published),
              },
              ...(product.published
                ? [
                    {
                      label: 'View in shop',
                      onSelect: () => void window.open(productPath(product), '_blank', 'noopener'),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
      onDelete={actions.remove}
      nameOf={({ name }) => name}
      bulk={(products) => (
        <>
          <Button variant="secondary" onClick={() => void actions.setSoldOut(products, true)}>
            Mark sold out
          </Button>
          <Button variant="secondary" onClick={() => void actions.setSoldOut(products, false)}>
            Mark available
          </Button>
        </>
      )}
    />
  );
}
