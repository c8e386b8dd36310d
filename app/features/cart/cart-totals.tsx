import { Suspense } from 'react';
import { AwaitedAmounts } from '#app/components/quote/awaited-amounts.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { acceptChanges, type CheckedCart } from '#domain/check-cart.ts';
import { type Cents, formatMoney } from '#domain/money.ts';

const QuotedTotals = lazyPart(() => import('#app/components/quote/quoted-totals.tsx'));

interface CartTotalsProps {
  cart: CheckedCart;
  compact?: boolean;
}

/** Subtotal, shipping and total, for cart and drawer (requirements §2.8). */
export function CartTotals({ cart, compact }: CartTotalsProps) {
  const { selling } = useShop();
  if (!selling) return <PlainTotals total={cart.total} />;
  return (
    <Suspense fallback={compact ? <PlainTotals total={cart.total} /> : <AwaitedAmounts />}>
      <QuotedTotals lines={acceptChanges(cart.lines)} selling={selling} compact={compact} />
    </Suspense>
  );
}

function PlainTotals({ total }: { total: Cents }) {
  return (
    // Right-aligned amounts of another length would count as a layout shift; those of a new list do not.
    <dl key={total} className="space-y-2 text-sm">
      <div className="flex justify-between gap-4">
        <dt>Subtotal</dt>
        <dd className="tabular-nums">{formatMoney(total)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt>Shipping</dt>
        <dd className="text-ink-soft">Calculated at checkout</dd>
      </div>
      <div className="flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{formatMoney(total)}</dd>
      </div>
    </dl>
  );
}
