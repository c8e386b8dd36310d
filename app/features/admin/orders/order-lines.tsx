import { clsx } from 'clsx';
import { Link } from '#app/components/ui/link.tsx';
import { formatMoney, sumLines, toCents } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import { describeAmounts, readAmounts } from '#domain/order-amounts.ts';
import { isWithheld } from '#domain/shipment.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { markBatch } from '../packing/line-batch.tsx';
import { batchesOf, type LineBatchRow } from '../packing/read-packing.ts';

interface OrderLinesProps {
  order: RowOf<'orders'>;
  sent: readonly LineBatchRow[];
}

export function OrderLines({ order, sent }: OrderLinesProps) {
  const lines = readOrderLines(order.order_items);
  const amounts = readAmounts(order);
  const number = 'py-2 pl-2 text-right whitespace-nowrap tabular-nums sm:pl-4';
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-soft">
          <th scope="col" className="py-2 font-semibold">
            Item
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            Price
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            Quantity
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <tr
            key={JSON.stringify([line.id, line.name, line.weight])}
            className="border-b border-line"
          >
            <td className="py-2 wrap-anywhere">
              {line.name}
              {line.weight ? <span className="text-ink-soft"> · {line.weight}</span> : null}
              {batchesOf(sent, place).map((batch) => (
                <Link
                  key={batch.batchId}
                  to={`/admin/batches/${batch.batchId}`}
                  className={clsx(
                    'flex min-h-11 w-fit items-center text-xs print:min-h-0',
                    isWithheld(batch.status) ? 'font-semibold text-danger underline' : 'text-link',
                  )}
                >
                  {batch.quantity === line.quantity
                    ? `Batch ${markBatch(batch)}`
                    : `${batch.quantity} × batch ${markBatch(batch)}`}
                </Link>
              ))}
            </td>
            <td className={number}>{formatMoney(line.priceCents)}</td>
            <td className={number}>{line.quantity}</td>
            <td className={number}>{formatMoney(line.priceCents * line.quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3} className="py-2 text-right font-normal text-ink-soft">
            Subtotal
          </th>
          <td className={number}>{formatMoney(sumLines(lines))}</td>
        </tr>
        {(amounts ? describeAmounts(amounts) : [])
          .filter(({ term }) => term !== 'Subtotal')
          .map(({ term, value }) => (
            <tr key={term}>
              <th scope="row" colSpan={3} className="py-2 text-right font-normal text-ink-soft">
                {term}
              </th>
              <td className={number}>{value}</td>
            </tr>
          ))}
        <tr>
          <th scope="row" colSpan={3} className="text-right font-semibold">
            Total
          </th>
          <td className={`${number} font-semibold`}>{formatMoney(toCents(order.total_amount))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
