import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { DeliveryPromise } from '#app/components/delivery-promise.tsx';
import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { AwaitedAmounts } from '#app/components/quote/awaited-amounts.tsx';
import type { ShownQuote } from '#app/components/quote/quoted-totals.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import type { CartCheck } from '#app/features/cart/store/use-cart-check.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { lineKey } from '#domain/cart.ts';
import { acceptChanges } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';
import { ReviewedLines } from './reviewed-lines.tsx';

const QuotedTotals = lazyPart(() => import('#app/components/quote/quoted-totals.tsx'));

interface OrderReviewProps {
  check: CartCheck;
  /** Change this number to load the amounts again. */
  round: number;
  onQuote: (quote: ShownQuote | null) => void;
}

/** What is about to be paid: every line, and the grand total. */
export function OrderReview({ check: { cart, loaded }, round, onQuote }: OrderReviewProps) {
  const { selling } = useShop();
  const filled = loaded && cart.lines.length > 0;
  // Collapsed on phones until opened.
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="order-review" className="order-review">
      <div className="flex items-center justify-between gap-4 max-lg:hidden">
        <h2 id="order-review" className="text-display-sm">
          Order summary
        </h2>
        <EditCart />
      </div>
      {filled ? (
        <>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="reviewed-lines"
            onClick={() => setOpen(!open)}
            className="review-fold"
          >
            <Thumbnails lines={cart.lines} />
            <span className="min-w-0 flex-1 font-semibold">Order summary</span>
            <span className="text-ink-soft underline underline-offset-4">
              {open ? 'Hide' : 'Show'}
            </span>
          </button>
          <div id="reviewed-lines" className={clsx(!open && 'max-lg:hidden')}>
            <ReviewedLines lines={cart.lines} />
            <p className="lg:hidden">
              <EditCart />
            </p>
          </div>
        </>
      ) : (
        <Loading />
      )}
      {selling && filled ? (
        <div className="border-t border-line py-3 lg:pt-5 lg:pb-0">
          <Suspense fallback={<AwaitedAmounts />}>
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
      <div className="review-words">
        <p>You won’t be charged anything extra on the payment page.</p>
        <DeliveryPromise />
      </div>
    </section>
  );
}

function EditCart() {
  return (
    <Link to="/cart" className="text-link inline-flex min-h-11 items-center text-sm">
      Edit cart
    </Link>
  );
}

/** The first few products side by side, and how many more there are. */
function Thumbnails({ lines }: Pick<CartCheck['cart'], 'lines'>) {
  const shown = lines.slice(0, 3);
  return (
    <span className="flex items-center gap-1">
      {shown.map((line) => (
        <LinePicture
          key={lineKey(line)}
          imageUrl={line.imageUrl || null}
          className="size-9 overflow-hidden text-[0.5rem]"
        />
      ))}
      {lines.length > shown.length ? <span>+{lines.length - shown.length}</span> : null}
    </span>
  );
}

function Total({ loaded, cart }: Pick<CartCheck, 'loaded' | 'cart'>) {
  return (
    <dl className="review-total">
      <dt>Total</dt>
      <dd key={cart.total} className="tabular-nums">
        {loaded ? formatMoney(cart.total) : null}
      </dd>
    </dl>
  );
}

/**
 * Reserves the height of what replaces it: one row on phones, otherwise the lines, counted by the
 * script in the head.
 */
function Loading() {
  return (
    <div className="awaited-lines">
      <Spinner label="Loading your cart" />
    </div>
  );
}
