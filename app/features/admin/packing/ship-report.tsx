import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { orderNumber } from '#domain/order.ts';
import { messageOf } from '../data/admin-failure.ts';
import { describeOrderChanges } from '../orders/order-changes.ts';
import { saveCsv } from '../orders/save-csv.ts';
import type { PackedOrder } from './read-packing.ts';
import type { ShipReport } from './use-shipping.ts';

/** What was shipped and what was not, and why. */
export function ShipReportView({
  report: { parcels, results, stopped, before },
  orders,
}: {
  report: ShipReport;
  /** The orders as they are now. */
  orders: readonly PackedOrder[];
}) {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const went = results.length - refused.length;
  const rest = parcels.length - results.length;
  const rows = refused.map(({ orderId, message = '' }) => {
    const shown = before.find(({ order }) => order.id === orderId)?.order;
    const now = orders.find(({ order }) => order.id === orderId)?.order;
    return {
      order: orderNumber(orderId),
      orderId,
      customer: shown?.name ?? '',
      tracking_number: parcels.find((each) => each.orderId === orderId)?.trackingNumber ?? '',
      why: [message, ...(shown && now ? describeOrderChanges(shown, now) : [])].join(' '),
    };
  });

  async function save(): Promise<void> {
    try {
      await saveCsv(
        'not-shipped.csv',
        rows.map(({ orderId, ...row }) => ({ ...row, id: orderId })),
      );
    } catch (error) {
      showToast({
        title: 'The report was not saved',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  return (
    <section aria-label="Report" className="rounded-md border border-line bg-paper p-4 text-sm">
      {went > 0 ? (
        <p className="font-semibold">
          {went === 1
            ? '1 order was shipped. The customer gets one email.'
            : `${went} orders were shipped. Each customer gets one email.`}
        </p>
      ) : null}
      {stopped ? (
        <p role="alert" className="mt-2 font-medium text-danger">
          {rest === 1 ? '1 order was' : `${rest} orders were`} not sent: {stopped} What was shipped
          is safe. Press the button again to ship the rest.
        </p>
      ) : null}
      {rows.length > 0 ? (
        <>
          <p className="mt-2 font-semibold">
            {rows.length === 1 ? '1 order did not go:' : `${rows.length} orders did not go:`}
          </p>
          <ul className="mt-1 max-h-80 divide-y divide-line overflow-auto">
            {rows.map(({ order, orderId, customer, why }) => (
              <li key={orderId} className="flex flex-wrap items-center gap-x-3 py-1">
                <Link
                  to={`/admin/orders?order=${orderId}`}
                  className="inline-flex min-h-11 items-center font-semibold tabular-nums text-link"
                >
                  #{order}
                </Link>
                <span>{customer}</span>
                <span className="min-w-0 flex-1 basis-64 wrap-anywhere">{why}</span>
              </li>
            ))}
          </ul>
          <Button variant="secondary" className="mt-3" onClick={() => void save()}>
            Download this list
          </Button>
        </>
      ) : null}
    </section>
  );
}
