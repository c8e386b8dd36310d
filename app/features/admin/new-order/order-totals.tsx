import { AmountRows } from '#app/components/quote/amount-rows.tsx';
import type { Quote } from '#app/lib/read-quote.ts';
import { formatMoney } from '#domain/money.ts';
import { describeIncludedTax } from '#domain/order-amounts.ts';

interface OrderTotalsProps {
  free: boolean;
  quote: Quote | null;
  code: string;
  busy: boolean;
}

/** What the order costs, in detail. */
export function OrderTotals({ free, quote, code, busy }: OrderTotalsProps) {
  const rate = quote?.rates.find(({ id }) => id === quote.deliveryRateId);
  const shown = free ? null : quote;
  return (
    <dl className="space-y-2" aria-busy={busy}>
      {shown ? (
        <AmountRows
          amounts={{
            ...shown,
            discountCode: code.trim().toUpperCase() || null,
            deliveryName: rate?.name ?? null,
          }}
        />
      ) : null}
      <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-semibold">
        <dt>Total</dt>
        <dd className="text-right tabular-nums">
          <span>{formatMoney(shown?.total ?? 0)}</span>
          <span className="block text-sm font-normal">{shown && describeIncludedTax(shown)}</span>
        </dd>
      </div>
    </dl>
  );
}
