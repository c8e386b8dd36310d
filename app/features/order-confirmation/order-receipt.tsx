import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { OrderTotal, type OrderTotalProps } from '#app/components/order-total.tsx';
import { formatMoney } from '#domain/money.ts';
import {
  isPlaceholderAddress,
  isPlaceholderEmail,
  isPlaceholderName,
  orderNumber,
  readOrderLines,
} from '#domain/order.ts';

interface OrderReceiptProps {
  order: {
    id: string;
    name: string;
    email: string;
    address: string;
    order_items: unknown;
    status: string;
    payment_status: string;
  } & OrderTotalProps['order'];
  /** Shown where the requirements ask for it (§2.12). */
  paidWith?: string;
}

/** Number, recipient, address, items and total. Unknown details are not shown. */
export function OrderReceipt({ order, paidWith }: OrderReceiptProps) {
  const facts = [
    { term: 'Order number', value: orderNumber(order.id) },
    order.status === 'pending' &&
      order.payment_status === 'paid' && { term: 'Status', value: 'Paid. We are preparing it.' },
    paidWith !== undefined && { term: 'Payment method', value: paidWith },
    !isPlaceholderName(order.name) && { term: 'Name', value: order.name },
    !isPlaceholderEmail(order.email) && { term: 'Email', value: order.email },
    !isPlaceholderAddress(order.address) && { term: 'Shipping address', value: order.address },
  ].filter((fact) => fact !== false);

  return (
    <section aria-labelledby="receipt" className="rounded-md bg-paper p-6 sm:p-8 print:p-0">
      <h2 id="receipt" className="text-display-sm">
        Order summary
      </h2>
      <dl
        data-address
        className="mt-5 grid gap-x-8 gap-y-4 border-b border-line pb-6 sm:grid-cols-2"
      >
        {facts.map(({ term, value }) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="divide-y divide-line">
        {readOrderLines(order.order_items).map((line) => (
          <li key={JSON.stringify([line.id, line.name, line.weight])} className="flex gap-4 py-4">
            <LinePicture imageUrl={line.imageUrl} className="size-16" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{line.name}</p>
              <p className="text-sm text-ink-soft">
                {line.weight ? `${line.weight} · ` : null}Quantity {line.quantity}
              </p>
            </div>
            <p className="font-semibold tabular-nums">
              {formatMoney(line.priceCents * line.quantity)}
            </p>
          </li>
        ))}
      </ul>
      <OrderTotal order={order} />
    </section>
  );
}
