import { Suspense } from 'react';
import type { ShownQuote } from '#app/components/quote/quoted-totals.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import type { CartCheck } from '#app/features/cart/store/use-cart-check.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { acceptChanges } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';
import { ReviewedLines } from './reviewed-lines.tsx';

const QuotedTotals = lazyPart(() => import('#app/components/quote/quoted-totals.tsx'));

interface OrderReviewProps {
  check: CartCheck;
  /** Another number: the amounts are read again. */
  round: number;
  onQuote: (quote: ShownQuote | null) => void;
}

/** What is about to be paid: every line, and the grand total. */
export function OrderReview({ check: { cart, loaded }, round, onQuote }: OrderReviewProps) {
  const { selling } = useShop();
  const filled = loaded && cart.lines.length > 0;
  return (
    <section aria-labelledby="order-review" className="rounded-md bg-paper p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="order-review" className="text-display-sm">
          Order summary
        </h2>
        <Link to="/cart" className="text-link inline-flex min-h-11 items-center text-sm">
          Edit cart
        </Link>
      </div>
      {filled ? <ReviewedLines lines={cart.lines} /> : <Loading />}
      {selling && filled ? (
        <div className="border-t border-line pt-5">
          <Suspense fallback={<Total loaded={false} cart={cart} />}>
            <QuotedTotals
              lines={acceptChanges(cart.lines)}
              selling={selling}
              round={round}
              onQuote={onQuote}
            />
          </Suspense>
        </div>
      ) : (
        <Total loaded={loaded} cart={cart} />
      )}
      <p className="mt-1 text-sm text-ink-soft">
        You won’t be charged anything extra on the payment page.
      </p>
    </section>
  );
}

function Total({ loaded, cart }: Pick<CartCheck, 'loaded' | 'cart'>) {
  return (
    <dl className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
      <dt>Total</dt>
      <dd className="tabular-nums">{loaded ? formatMoney(cart.total) : null}</dd>
    </dl>
  );
}

function Loading() {
  return (
    <div className="min-h-24 py-6 [@media(scripting:none)]:hidden">
      <Spinner label="Loading your cart" />
    </div>
  );
}
