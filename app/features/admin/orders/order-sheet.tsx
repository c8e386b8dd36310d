import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useShop } from '#app/lib/use-shop.ts';
import { orderNumber } from '#domain/order.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { PackingSlip } from '../packing/packing-slip.tsx';
import { toPacked } from '../packing/read-packing.ts';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Moment } from '../table/moment.tsx';
import { OrderLines } from './order-lines.tsx';
import { knownAddress, knownEmail, knownName, statusLabel } from './order-text.ts';
import { PaymentIds } from './payment-ids.tsx';
import { readOrder, type WholeOrder } from './read-order.ts';
import { orderKey } from './use-order-actions.tsx';

/**
 * The printable page: the order with payment ids, customer, items, subtotal and total (requirements
 * §9.6), or the packing slip. Prints itself once everything is loaded.
 */
export function OrderSheet({ kind }: { kind: 'order' | 'packing-slip' }) {
  const { id = '' } = useParams();
  const { site } = useShop();
  const calls = useAdminCalls();
  const { data, isPending, refetch } = useQuery({
    queryKey: orderKey(id),
    queryFn: () => readOrder(calls, id),
    refetchOnWindowFocus: false,
  });

  const complete = Boolean(data);
  useEffect(() => {
    if (complete) void document.fonts.ready.then(() => window.print());
  }, [complete]);

  return (
    <main className="mx-auto min-h-dvh max-w-3xl bg-white p-4 sm:p-8 wrap-anywhere text-sm text-ink print:p-0">
      <title>{`${kind === 'order' ? 'Order' : 'Packing slip'} ${orderNumber(id)} | ${site.brand}`}</title>
      {data && kind === 'packing-slip' ? (
        <PackingSlip packed={toPacked({ ...data.order, ...data })} />
      ) : data ? (
        <Sheet whole={data} />
      ) : isPending ? (
        <ScreenLoading />
      ) : (
        <LoadFailure text="The order could not be loaded." onRetry={refetch} />
      )}
    </main>
  );
}

function Sheet({ whole }: { whole: WholeOrder }) {
  const { order, order_line_batches } = whole;
  const { site } = useShop();
  return (
    <div className="space-y-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line pb-4">
        <div>
          <p className="font-display text-display-sm">{site.brand}</p>
          <address className="text-xs whitespace-pre-line text-ink-soft not-italic">
            {[site.distributor.name, ...site.distributor.lines].join('\n')}
          </address>
        </div>
        <div className="text-right max-sm:text-left">
          <h1 className="text-display-sm">Order #{orderNumber(order.id)}</h1>
          <p className="text-ink-soft">
            <Moment at={order.created_at} />
          </p>
          <p className="font-semibold">
            {statusLabel(order.payment_status)} · {statusLabel(order.status)}
          </p>
        </div>
      </header>
      <section aria-label="Customer">
        <h2 className="font-sans text-xs font-semibold text-ink-soft">Customer</h2>
        <p className="font-semibold">{knownName(order.name) ?? 'Not provided yet'}</p>
        <p className="whitespace-pre-line">{knownAddress(order.address)}</p>
        <p>{knownEmail(order.email)}</p>
        <p>{order.phone}</p>
      </section>
      <OrderLines order={order} sent={order_line_batches} />
      <section aria-label="Payment">
        <PaymentIds whole={whole} />
        <p className="text-xs break-all text-ink-soft">Order ID {order.id}</p>
      </section>
    </div>
  );
}
