import { Link } from '#app/components/ui/link.tsx';
import { isPlaceholderName } from '#domain/order.ts';
import { ExportList } from '../data/export-list.tsx';
import { formatSum } from '../data/format-sum.ts';
import type { ListFilters, RowOf } from '../data/use-admin-calls.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { toMoments } from '../table/day-range.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { BriefMoment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';

type Customer = RowOf<'customers'>;

const columns: readonly TableColumn<Customer>[] = [
  {
    id: 'name',
    heading: 'Customer',
    sort: 'name',
    card: 'title',
    cell: ({ id, name, email }) => (
      <Link
        to={`/admin/customers/${id}`}
        className="flex min-h-11 flex-col justify-center wrap-anywhere hover:underline"
      >
        <span className="font-semibold">{isPlaceholderName(name) ? email : name}</span>
        <span className="text-xs text-ink-soft">{email}</span>
      </Link>
    ),
  },
  {
    id: 'orders',
    heading: 'Orders',
    sort: 'orders',
    align: 'right',
    cell: ({ orders }) => orders.toLocaleString('en-US'),
  },
  {
    id: 'spent',
    heading: 'Spent after refunds',
    sort: 'spent_cents',
    align: 'right',
    cell: ({ spent_cents }) => formatSum(spent_cents),
  },
  {
    id: 'last',
    heading: 'Last order',
    sort: 'last_order_at',
    className: 'whitespace-nowrap',
    cell: ({ last_order_at }) => <BriefMoment at={last_order_at} />,
  },
  {
    id: 'first',
    heading: 'First order',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <BriefMoment at={created_at} />,
  },
];

function orderedBetween(
  chosen: Readonly<Record<string, readonly string[]>>,
  timeZone: string,
): ListFilters {
  const [from = ''] = chosen.from ?? [];
  const [until = ''] = chosen.until ?? [];
  return from || until ? { last_order_at: toMoments(from, until, timeZone) } : {};
}

/** Everyone who has paid for an order, by email address. */
export function CustomerList() {
  const list = useList('customers', {
    sort: 'last_order_at',
    days: true,
    toFilters: orderedBetween,
  });
  return (
    <ListScreen
      list={list}
      title="Customers"
      exports={
        <ExportList
          list="customers"
          query={list.query}
          page={list.page}
          toRow={({ name, email, orders, spent_cents, created_at, last_order_at }) => ({
            name,
            email,
            orders,
            spent: (spent_cents / 100).toFixed(2),
            first_order: created_at,
            last_order: last_order_at,
          })}
        />
      }
      failed="The customers could not be loaded."
      empty="No customers found"
      searchLabel="Search by name or email"
      columns={columns}
    />
  );
}
