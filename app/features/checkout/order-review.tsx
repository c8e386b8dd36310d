import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import type { CartCheck } from '#app/features/cart/store/use-cart-check.ts';
import { formatMoney } from '#domain/money.ts';
import { ReviewedLines } from './reviewed-lines.tsx';

/** What is about to be paid: every line, and the grand total. */
export function OrderReview({ check: { cart, loaded } }: { check: CartCheck }) {
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
      {loaded && cart.lines.length > 0 ? <ReviewedLines lines={cart.lines} /> : <Loading />}
      <dl className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{loaded ? formatMoney(cart.total) : null}</dd>
      </dl>
      <p className="mt-1 text-sm text-ink-soft">
        You won’t be charged anything extra on the payment page.
      </p>
    </section>
  );
}

function Loading() {
  return (
    <div className="min-h-24 py-6 [@media(scripting:none)]:hidden">
      <Spinner label="Loading your cart" />
    </div>
  );
}
