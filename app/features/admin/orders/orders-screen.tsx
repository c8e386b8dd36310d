import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import {
  type ListPage,
  type ListQuery,
  type RowOf,
  useAdminCalls,
} from '../data/use-admin-calls.ts';
import { useExport } from '../data/use-export.ts';
import { select } from '../form/select-style.ts';
import { HeadingMenu } from '../shell/heading-menu.tsx';
import type { TableColumn } from '../table/data-table.tsx';
import { toMoments } from '../table/day-range.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { BriefMoment, Moment } from '../table/moment.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { useList } from '../table/use-list.ts';
import { exportOrders } from './export-orders.ts';
import { LedgerDialog } from './ledger-dialog.tsx';
import { openSheet } from './open-sheet.ts';
import { OrderDialog, type WantedAction } from './order-dialog.tsx';
import {
  isOrderStatus,
  isRefundable,
  isShippable,
  knownEmail,
  knownName,
  paymentOptions,
  paymentTones,
  shownPayments,
  statusLabel,
  statusOptions,
} from './order-text.ts';
import { StatusSelect } from './status-select.tsx';
import { useOrderActions } from './use-order-actions.tsx';

type Order = RowOf<'orders'>;

/** Requirements §9.3. */
const pageSize = 10;
const patienceMs = 3000;

/** Requirements §2.17, Orders. `?order=<id>` opens one. */
export default function OrdersScreen() {
  const list = useList('orders', {
    pageSize,
    menus: [
      { name: 'status', label: 'Status', options: statusOptions },
      { name: 'payment', label: 'Payment', options: paymentOptions },
    ],
    days: true,
    toFilters: filtersOf,
    toSearch: asOrderSearch,
  });
  const actions = useOrderActions();
  const [exporting, setExporting] = useState(false);
  const [address, setAddress] = useSearchParams();
  const opened = address.get('order');
  const wanted = readWanted(address.get('do'));
  const open = (id: string | null, action: WantedAction = null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (id) next.set('order', id);
        else next.delete('order');
        if (id && action) next.set('do', action);
        else next.delete('do');
        return next;
      },
      { preventScrollReset: true },
    );

  useSecondTry(Boolean(list.page?.total), list.refetch);

  const columns: TableColumn<Order>[] = [
    {
      id: 'order',
      heading: 'Order',
      card: 'title',
      cell: (order) => (
        <button
          type="button"
          onClick={() => open(order.id)}
          className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap tabular-nums hover:underline"
        >
          #{orderNumber(order.id)}
        </button>
      ),
    },
    {
      id: 'date',
      heading: 'Date',
      sort: 'created_at',
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => (
        <>
          <span className="md:max-lg:hidden">
            <Moment at={created_at} />
          </span>
          <span className="hidden md:max-lg:inline">
            <BriefMoment at={created_at} />
          </span>
        </>
      ),
    },
    {
      id: 'customer',
      heading: 'Customer',
      sort: 'name',
      cell: (order) => (
        <span className="block min-w-0 leading-tight wrap-anywhere">
          <span className="block md:max-w-44 md:truncate md:max-lg:max-w-32">
            {knownName(order.name) ?? 'Not provided yet'}
          </span>
          {knownEmail(order.email) ? (
            <span
              className="block max-w-44 truncate text-xs text-ink-soft md:max-lg:max-w-32"
              title={order.email}
            >
              {order.email}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'total',
      heading: 'Total',
      sort: 'total_amount',
      align: 'right',
      cell: (order) => formatMoney(toCents(order.total_amount)),
    },
    {
      id: 'payment',
      heading: 'Payment',
      cell: ({ payment_status }) => (
        <Badge tone={paymentTones[payment_status] ?? 'neutral'}>
          {statusLabel(payment_status)}
        </Badge>
      ),
    },
    {
      id: 'status',
      heading: 'Status (no email)',
      cell: (order) => (
        <StatusSelect
          order={order}
          onChange={(status) => void actions.setStatus([order], status)}
        />
      ),
    },
  ];

  return (
    <>
      <ListScreen
        list={list}
        title="Orders"
        actions={
          <>
            <ButtonLink to="/admin/packing">Pack orders</ButtonLink>
            <ButtonLink variant="secondary" to="/admin/orders/new">
              <Plus aria-hidden="true" className="size-4 max-sm:hidden" />
              New order
            </ButtonLink>
          </>
        }
        exports={
          <OrdersMenu query={list.query} page={list.page} onLedger={() => setExporting(true)} />
        }
        failed="Error loading orders. Please try refreshing the page."
        empty="No orders found"
        next={{ to: '/', label: 'View the shop' }}
        searchLabel="Search by name, email or ID"
        columns={columns}
        rowActions={(order) => (
          <span className="flex items-center justify-end gap-1">
            <Button
              variant="secondary"
              aria-label={`View order ${orderNumber(order.id)}`}
              // If there is no room for this button, the order number opens the order too.
              className="md:max-lg:hidden"
              onClick={() => open(order.id)}
            >
              View
            </Button>
            <RowMenu
              label={`More for order ${orderNumber(order.id)}`}
              actions={[
                ...(isShippable(order)
                  ? [
                      {
                        label: 'Ship with tracking…',
                        onSelect: () => open(order.id, 'ship' as const),
                      },
                    ]
                  : []),
                ...(isRefundable(order.payment_status)
                  ? [{ label: 'Refund…', onSelect: () => open(order.id, 'refund' as const) }]
                  : []),
                { label: 'Print Order', onSelect: () => openSheet(order.id, 'print') },
                { label: 'Packing slip', onSelect: () => openSheet(order.id, 'packing-slip') },
              ]}
            />
          </span>
        )}
        nameOf={(order) => `order ${orderNumber(order.id)}`}
        bulk={(orders, clear) => (
          <>
            <ButtonLink to={`/admin/packing?orders=${orders.map(({ id }) => id).join()}`}>
              Pack
            </ButtonLink>
            <select
              aria-label="Set status of the selected orders"
              value=""
              onChange={({ target: { value } }) => {
                if (isOrderStatus(value)) void actions.setStatus(orders, value).then(clear);
              }}
              className={select}
            >
              <option value="">Set status (no email is sent)…</option>
              {statusOptions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </>
        )}
      />
      {exporting ? <LedgerDialog onClose={() => setExporting(false)} /> : null}
      {opened ? (
        <OrderDialog
          id={opened}
          wanted={wanted}
          listed={list.page?.rows.map(({ id }) => id) ?? []}
          onMove={(id) => open(id)}
          onClose={() => open(null)}
          onStatus={actions.setStatus}
        />
      ) : null}
    </>
  );
}

const readWanted = (action: string | null): WantedAction =>
  action === 'ship' || action === 'refund' ? action : null;

function filtersOf(chosen: Readonly<Record<string, readonly string[]>>, timeZone: string) {
  const [from = ''] = chosen.from ?? [];
  const [until = ''] = chosen.until ?? [];
  return {
    payment_status: chosen.payment ?? shownPayments,
    ...(chosen.status ? { status: chosen.status } : {}),
    ...(from || until ? { created_at: toMoments(from, until, timeZone) } : {}),
  };
}

/** Order numbers are shown with a sign that stored ids do not have: '#c39a4a39'. */
const asOrderSearch = (search: string): string => search.replace(/^\s*#\s*/, '');

/** If no orders have loaded after 3 seconds, they are requested again (requirements §9.3). */
function useSecondTry(loaded: boolean, refetch: () => void): void {
  const latest = useRef({ loaded, refetch });
  latest.current = { loaded, refetch };
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!latest.current.loaded) latest.current.refetch();
    }, patienceMs);
    return () => clearTimeout(timer);
  }, []);
}

interface OrdersMenuProps {
  query: ListQuery;
  page: ListPage<unknown> | undefined;
  onLedger: () => void;
}

/**
 * Actions on orders needed only once a week or a month. The CSV contains everything that matches
 * search and filters.
 */
function OrdersMenu({ query, page, onLedger }: OrdersMenuProps) {
  const calls = useAdminCalls();
  const { paymentMethods } = useShop();
  const { progress, impossible, download } = useExport({
    page,
    save: (report) => exportOrders(calls, query, paymentMethods, report),
  });
  return (
    <HeadingMenu
      label="More for orders"
      progress={progress}
      actions={[
        { label: 'Payment links', to: '/admin/orders/links' },
        { label: 'Export CSV', onSelect: () => void download(), disabled: impossible },
        { label: 'Export for accounting', onSelect: onLedger },
      ]}
    />
  );
}
