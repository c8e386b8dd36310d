import { clsx } from 'clsx';
import { Fragment } from 'react';
import { PrintedBrand } from '#app/components/printed-brand.tsx';
import { AmountRows } from '#app/components/quote/amount-rows.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatDate } from '#domain/content-date.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import {
  isPlaceholderAddress,
  isPlaceholderEmail,
  isPlaceholderName,
  orderNumber,
  type PaymentStatus,
  readOrderLines,
} from '#domain/order.ts';
import { describeIncludedTax, readAmounts } from '#domain/order-amounts.ts';
import { paymentMethodOf } from '#domain/payment-method.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import type { CustomerOrder } from './read-orders.ts';

/** Requirements §4.8: completed is green, pending yellow, cancelled red, anything else gray. */
const tones: Record<string, 'positive' | 'waiting' | 'negative'> = {
  completed: 'positive',
  pending: 'waiting',
  cancelled: 'negative',
};

const payments: Record<PaymentStatus, string> = {
  pending: 'payment pending',
  paid: 'paid',
  review: 'payment under review',
  expired: 'not paid',
  failed: 'not paid',
  refunded: 'refunded',
  partially_refunded: 'partly refunded',
  disputed: 'payment disputed',
};

/** From the REST API, or from the function for emailed links. */
interface ShownOrder
  extends Omit<CustomerOrder, 'user_id' | 'paid_at' | 'updated_at' | 'order_items'> {
  order_items: unknown;
}

interface OrderCardProps {
  order: ShownOrder;
  /** Being printed: everything is included, even if it is collapsed on screen. */
  printing: boolean;
  onPrint: () => void;
  headingLevel?: 'h1' | 'h2';
}

/** One order as its customer sees it (requirements §2.14). Unknown details are not shown. */
export function OrderCard({ order, printing, onPrint, headingLevel = 'h2' }: OrderCardProps) {
  const { site, paymentMethods } = useShop();
  const Heading = headingLevel;
  const lines = readOrderLines(order.order_items);
  const amounts = readAmounts(order);
  const payment = payments[order.payment_status as PaymentStatus] ?? order.payment_status;
  return (
    <article
      aria-labelledby={`order-${order.id}`}
      data-printing={printing || undefined}
      className="rounded-md border border-line bg-paper p-5 sm:p-7"
    >
      <PrintedBrand />
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line pb-4">
        <div>
          <Heading id={`order-${order.id}`} className="text-display-sm">
            Order {orderNumber(order.id)}
          </Heading>
          <p className="text-sm text-ink-soft">
            {formatDate(new Date(order.created_at), site.timeZone)}
          </p>
        </div>
        <div className="space-y-1 sm:text-right">
          <Badge
            tone={tones[order.status] ?? 'neutral'}
            className="capitalize print:bg-transparent print:px-0"
          >
            {order.status}
          </Badge>
          {order.status === 'pending' && order.payment_status === 'paid' ? (
            <p className="text-sm text-ink-soft">Paid. We are preparing it.</p>
          ) : null}
        </div>
      </div>
      <OrderLines lines={lines} sent={order.sent} />
      {amounts ? (
        <dl className="space-y-1.5 border-t border-line py-4 text-sm">
          <AmountRows amounts={amounts} />
        </dl>
      ) : null}
      <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-4 text-sm sm:grid-cols-3">
        <Fact term="Total">
          <span>{formatMoney(toCents(order.total_amount))}</span>
          {amounts?.taxIncluded ? (
            <span className="block font-normal">{describeIncludedTax(amounts)}</span>
          ) : null}
        </Fact>
        <Fact term="Payment">
          {paymentMethodOf(order, paymentMethods)?.label ?? 'Unknown'}, {payment}
        </Fact>
        <Fact term="Shipping address">
          {isPlaceholderAddress(order.address) ? 'Not provided yet' : order.address}
        </Fact>
      </dl>
      <details open={printing || undefined} className="group mt-4 border-t border-line text-sm">
        <summary className="flex min-h-11 w-fit items-center pt-2 font-semibold underline decoration-line-strong underline-offset-4 print:hidden">
          Details
        </summary>
        <dl className="grid gap-x-8 gap-y-4 pt-2 pb-2 sm:grid-cols-3">
          {isPlaceholderName(order.name) ? null : <Fact term="Name">{order.name}</Fact>}
          {isPlaceholderEmail(order.email) ? null : <Fact term="Email">{order.email}</Fact>}
          {order.phone.trim() ? <Fact term="Phone">{order.phone}</Fact> : null}
          <Fact term="Full order number" className="sm:col-span-2 print:whitespace-nowrap">
            {order.id}
          </Fact>
        </dl>
        <p className="hidden pt-6 print:block">
          {[site.distributor.name, ...site.distributor.lines, site.email].map((part) => (
            // Lines break only between two parts.
            <Fragment key={part}>
              <span className="inline-block after:content-['\00a0·'] last:after:content-none">
                {part}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      </details>
      <OrderActions order={order} lines={lines} onPrint={onPrint} />
    </article>
  );
}

interface FactProps {
  term: string;
  className?: string;
  children: React.ReactNode;
}

function Fact({ term, className, children }: FactProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-semibold break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
