import { Badge } from '#app/components/ui/badge.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatDate } from '#domain/content-date.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import {
  isPlaceholderAddress,
  orderNumber,
  paymentMethodOf,
  readOrderLines,
} from '#domain/order.ts';
import type { CustomerOrder } from './read-orders.ts';

/** Specification §4: completed is green, pending yellow, cancelled red, anything else grey. */
const tones: Record<string, 'positive' | 'waiting' | 'negative'> = {
  completed: 'positive',
  pending: 'waiting',
  cancelled: 'negative',
};

const methods = { stripe: 'Card', paypal: 'PayPal', unknown: 'Unknown' } as const;

export function OrderCard({ order }: { order: CustomerOrder }) {
  const { site } = useShop();
  return (
    <article
      aria-labelledby={`order-${order.id}`}
      className="rounded-md border border-line bg-paper p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line pb-4">
        <div>
          <h2 id={`order-${order.id}`} className="text-display-sm">
            Order {orderNumber(order.id)}
          </h2>
          <p className="text-sm text-ink-soft">
            {formatDate(new Date(order.created_at), site.timeZone)}
          </p>
        </div>
        <Badge tone={tones[order.status] ?? 'neutral'} className="capitalize">
          {order.status}
        </Badge>
      </div>
      <ul className="divide-y divide-line">
        {readOrderLines(order.order_items).map((line) => (
          <li
            key={JSON.stringify([line.id, line.name, line.weight])}
            className="flex justify-between gap-4 py-3 text-sm"
          >
            <span>
              {line.name}
              <span className="text-ink-soft">
                {line.weight ? ` · ${line.weight}` : null} × {line.quantity}
              </span>
            </span>
            <span className="tabular-nums">{formatMoney(line.priceCents * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-4 text-sm sm:grid-cols-3">
        <Fact term="Total">{formatMoney(toCents(order.total_amount))}</Fact>
        <Fact term="Payment">
          {methods[paymentMethodOf(order)]}, {order.payment_status.replaceAll('_', ' ')}
        </Fact>
        <Fact term="Shipping address">
          {isPlaceholderAddress(order.address) ? 'Not given yet' : order.address}
        </Fact>
      </dl>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-semibold break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
