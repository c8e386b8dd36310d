import { formatMoney, sumLines, toCents } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export function OrderLines({ order }: { order: RowOf<'orders'> }) {
  const lines = readOrderLines(order.order_items);
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
        {lines.map((line) => (
          <tr
            key={JSON.stringify([line.id, line.name, line.weight])}
            className="border-b border-line"
          >
            <td className="py-2 wrap-anywhere">
              {line.name}
              {line.weight ? <span className="text-ink-soft"> · {line.weight}</span> : null}
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
