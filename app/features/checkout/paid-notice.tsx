import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatMoment } from '#domain/content-date.ts';
import { orderNumber } from '#domain/order.ts';
import type { RecentOrder } from '#domain/recent-order.ts';

interface PaidNoticeProps {
  orders: readonly RecentOrder[];
  /** Null if the paid products are no longer in the cart: then there is nothing to ask. */
  onPayAgain: (() => void) | null;
  onRemove: () => void;
}

/** Says that these products have already been paid for, and asks before paying again. */
export default function PaidNotice({ orders, onPayAgain, onRemove }: PaidNoticeProps) {
  const { site } = useShop();
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const [newest] = orders;
  if (!newest) return null;
  const processing = orders.some(({ state }) => state === 'processing');

  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="already-paid"
      className="return-notice rounded-md border border-saffron-ink bg-paper p-5"
    >
      <h2 id="already-paid" className="text-display-sm">
        {processing ? 'Your payment is on its way' : 'You have already paid'}
      </h2>
      <ul className="mt-3 space-y-1.5 text-sm">
        {orders.map((order) => (
          <li key={order.id}>
            <span className="font-semibold">Order {orderNumber(order.id)}</span>,{' '}
            {formatMoment(order.created_at, site.timeZone)}:{' '}
            {order.items
              .map(({ name, weight, quantity }) =>
                [`${quantity} × ${name}`, weight && `(${weight})`].filter(Boolean).join(' '),
              )
              .join(', ')}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        {onPayAgain
          ? 'You paid for the items in your cart with this order. You won’t be charged again unless you reorder.'
          : 'The items you bought were removed from your cart, and you won’t be charged again.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={newest.path}>See your order</ButtonLink>
        {onPayAgain ? (
          <>
            <Button variant="secondary" onClick={onRemove}>
              Remove it from the cart
            </Button>
            <Button variant="quiet" onClick={onPayAgain}>
              Order it again
            </Button>
          </>
        ) : (
          <ButtonLink to="/products" variant="secondary">
            Continue Shopping
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
