import { useShop } from '#app/lib/use-shop.ts';
import { isPlaceholderAddress, isPlaceholderName, orderNumber } from '#domain/order.ts';
import { Moment } from '../table/moment.tsx';
import { LineBatch } from './line-batch.tsx';
import type { PackedOrder } from './read-packing.ts';

interface PackingSlipProps {
  packed: PackedOrder;
  /** Its position among the slips printed together: '12 of 300'. */
  place?: string;
}

/** The slip that goes into the parcel: each line has a box to tick and room for the batch, but no price. */
export function PackingSlip({ packed: { order, lines }, place }: PackingSlipProps) {
  const { site } = useShop();
  return (
    <article aria-label={`Packing slip ${orderNumber(order.id)}`} className="space-y-6 text-sm">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-line pb-4">
        <div>
          <p className="font-display text-display-sm">{site.brand}</p>
          <address className="text-xs whitespace-pre-line text-ink-soft not-italic">
            {[site.distributor.name, ...site.distributor.lines].join('\n')}
          </address>
        </div>
        <div className="text-right max-sm:text-left">
          <h1 className="text-display-sm">Packing slip #{orderNumber(order.id)}</h1>
          <p className="text-ink-soft">
            <Moment at={order.created_at} />
          </p>
          {place ? <p className="text-ink-soft tabular-nums">{place}</p> : null}
        </div>
      </header>
      <section aria-label="Ship to">
        <h2 className="font-sans text-xs font-semibold text-ink-soft">Ship to</h2>
        <p className="font-semibold">
          {isPlaceholderName(order.name) ? 'Not provided yet' : order.name}
        </p>
        <p className="whitespace-pre-line">
          {isPlaceholderAddress(order.address) ? null : order.address}
        </p>
        <p>{order.phone}</p>
        {order.delivery_rate_name ? (
          <p className="mt-2">
            <span className="text-ink-soft">Shipping method: </span>
            {order.delivery_rate_name}
          </p>
        ) : null}
      </section>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-soft">
            <th scope="col" className="w-8 py-2">
              <span className="sr-only">Packed</span>
            </th>
            <th scope="col" className="w-20 py-2 pr-4 text-right font-semibold">
              Quantity
            </th>
            <th scope="col" className="py-2 font-semibold">
              Item
            </th>
            <th scope="col" className="py-2 font-semibold">
              <span className="sr-only">Batch</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((each) => (
            <tr key={each.place} className="break-inside-avoid border-b border-line">
              <td className="py-2.5">
                <span aria-hidden="true" className="block size-4 border border-ink" />
              </td>
              <td className="py-2.5 pr-4 text-right text-base font-semibold tabular-nums">
                {each.quantity}
              </td>
              <td className="min-w-24 py-2.5 wrap-anywhere">
                {each.line.name}
                {each.line.weight ? (
                  <span className="text-ink-soft"> · {each.line.weight}</span>
                ) : null}
              </td>
              <td className="w-28 py-2.5 sm:w-48">
                <LineBatch line={each} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{site.returnsSummary}</p>
    </article>
  );
}
