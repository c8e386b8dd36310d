import { useEffect, useEffectEvent } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { isCodeProblem, orderable, type Quote, type QuoteInput } from '#app/lib/read-quote.ts';
import type { CartLine } from '#domain/cart.ts';
import { formatMoney, sumLines } from '#domain/money.ts';
import { describeIncludedTax } from '#domain/order-amounts.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';
import { AmountRow, AmountRows } from './amount-rows.tsx';
import { AwaitedAmounts } from './awaited-amounts.tsx';
import { DeliverTo } from './deliver-to.tsx';
import { DeliveryChoice } from './delivery-choice.tsx';
import { DiscountField } from './discount-field.tsx';
import { useQuote } from './use-quote.ts';

/** What can be ordered for the amount on screen. */
export interface ShownQuote {
  total: number;
  wish: QuoteInput;
}

interface QuotedTotalsProps {
  /** Only lines that can be bought. */
  lines: readonly CartLine[];
  selling: SellingFacts;
  /** Shows only the amounts, without anything to choose. */
  compact?: boolean;
  /** Change this number to load the amounts again. */
  round?: number;
  /** Called with null while amounts are loading or if the cart cannot be ordered. */
  onQuote?: (quote: ShownQuote | null) => void;
}

/** Everything the total depends on, and the total itself. Loaded only if the owner has set such rules. */
export default function QuotedTotals({
  lines,
  selling,
  compact = false,
  round = 0,
  onQuote,
}: QuotedTotalsProps) {
  const quoted = useQuote(lines, selling, round);
  const { reading, failure, wish } = quoted;
  const quote = quoted.quote ?? unread(lines);
  const settled = quoted.quote !== null && !reading && failure === null;
  const order = settled ? orderable(quote, wish) : null;

  const tell = useEffectEvent((shown: ShownQuote | null) => onQuote?.(shown));
  const shown = order && JSON.stringify({ total: quote.total, wish: order } satisfies ShownQuote);
  useEffect(() => tell(shown === null ? null : (JSON.parse(shown) as ShownQuote)), [shown]);

  // An empty cart gets no quote.
  if (!compact && lines.length > 0 && !quoted.quote && !failure) return <AwaitedAmounts />;

  const problem = (concerns: (each: { code: string }) => boolean) =>
    settled ? quote.problems.find(concerns)?.message : undefined;
  const place = ({ code }: { code: string }) => code === 'not_delivered_there';
  const codeProblem = problem(isCodeProblem);
  const rate = quote.rates.find(({ id }) => id === quote.deliveryRateId);
  const applied = wish.discountCode !== '' && settled && codeProblem === undefined;
  return (
    <div className="space-y-5 text-sm">
      {compact ? null : (
        <>
          {selling.destination ? (
            <DeliverTo selling={selling} countries={quote.countries} problem={problem(place)} />
          ) : null}
          <DeliveryChoice
            rates={quote.rates}
            // While the new amounts load, show the option just chosen.
            chosen={(reading && wish.deliveryRateId) || quote.deliveryRateId}
          />
          {selling.codes ? <DiscountField problem={codeProblem} applied={applied} /> : null}
        </>
      )}
      <dl className="space-y-2" aria-busy={reading}>
        <AmountRows
          amounts={{
            ...quote,
            discountCode: wish.discountCode.toUpperCase() || null,
            deliveryName: rate?.name ?? null,
          }}
        />
        {rate ? null : (
          <AmountRow
            term="Shipping"
            value={<span className="text-ink-soft">Calculated at checkout</span>}
          />
        )}
        <FreeDelivery quote={quote} />
        <div className="quoted-total">
          <dt>Total</dt>
          <dd className="text-right tabular-nums">
            <span>{formatMoney(quote.total)}</span>
            <span className="block text-sm font-normal">{describeIncludedTax(quote)}</span>
          </dd>
        </div>
      </dl>
      {quote.needsDestination && !compact ? (
        <p className="text-ink-soft">
          Choose where to deliver to, to see what delivery and tax cost.
        </p>
      ) : null}
      <p role="status" className="font-medium text-danger empty:hidden">
        {problem((each) => !isCodeProblem(each) && !place(each))}
      </p>
      {failure ? (
        <div role="alert" className="font-medium text-danger">
          <p>{failure}</p>
          <Button variant="secondary" className="mt-3" onClick={quoted.retry}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** How much is missing for free delivery. */
function FreeDelivery({ quote }: { quote: Quote }) {
  const { freeDeliveryFrom, subtotal, delivery } = quote;
  if (freeDeliveryFrom === null || delivery === 0 || freeDeliveryFrom <= subtotal) return null;
  return (
    <div>
      <dt className="sr-only">Free delivery</dt>
      <dd>
        <progress
          aria-hidden="true"
          max={freeDeliveryFrom}
          value={subtotal}
          className="free-from"
        />
        <span>{`${formatMoney(freeDeliveryFrom - subtotal)} to free delivery`}</span>
      </dd>
    </div>
  );
}

/** What is known before the first response. */
function unread(lines: readonly CartLine[]): Quote {
  const subtotal = sumLines(lines);
  return {
    subtotal,
    total: subtotal,
    ...{ discount: 0, delivery: 0, tax: 0, taxIncluded: 0 },
    ...{ rates: [], deliveryRateId: null, needsDestination: false, countries: [] },
    freeDeliveryFrom: null,
    problems: [],
  };
}
