import { Link } from 'react-router';
import { LineNotes } from '#app/components/lines/line-notes.tsx';
import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import type { CartCheck } from '#app/lib/cart-check.ts';
import { lineKey, lineTotal } from '#domain/cart.ts';
import type { CheckedLine } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';

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
      {loaded ? (
        <ul className="divide-y divide-line">
          {cart.lines.map((line) => (
            <ReviewedLine key={lineKey(line)} line={line} />
          ))}
        </ul>
      ) : (
        <div className="min-h-24 py-6 [@media(scripting:none)]:hidden">
          <Spinner label="Loading your cart" />
        </div>
      )}
      <dl className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{loaded ? formatMoney(cart.total) : null}</dd>
      </dl>
      <p className="mt-1 text-sm text-ink-soft">Nothing is added to it on the payment page.</p>
    </section>
  );
}

function ReviewedLine({ line }: { line: CheckedLine }) {
  const available = line.availability === 'available';
  return (
    <li className="flex gap-4 py-4">
      <LinePicture imageUrl={line.image_url || null} className="size-16" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{line.name}</p>
        <p className="text-sm text-ink-soft">
          {line.weight ? `${line.weight} · ` : null}Quantity {line.quantity}
        </p>
        <LineNotes line={line} />
      </div>
      <p
        className={
          available ? 'text-sm font-semibold tabular-nums' : 'text-sm text-ink-soft line-through'
        }
      >
        {formatMoney(lineTotal(line))}
      </p>
    </li>
  );
}
