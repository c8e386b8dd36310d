import { formatMoney, toCents } from '#domain/money.ts';
import { describeIncludedTax, readAmounts } from '#domain/order-amounts.ts';
import { AmountRows } from './quote/amount-rows.tsx';

export interface OrderTotalProps {
  order: Parameters<typeof readAmounts>[0] & {
    /** Dollars. */
    total_amount: number;
  };
}

/** An order's total, and the amounts that make it up besides the lines. */
export function OrderTotal({ order }: OrderTotalProps) {
  const amounts = readAmounts(order);
  return (
    <dl className="space-y-2 border-t border-line pt-4 text-sm">
      {amounts ? <AmountRows amounts={amounts} /> : null}
      <div className="flex justify-between gap-4 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="text-right tabular-nums">
          <span>{formatMoney(toCents(order.total_amount))}</span>
          {amounts ? (
            <span className="block text-sm font-normal">{describeIncludedTax(amounts)}</span>
          ) : null}
        </dd>
      </div>
    </dl>
  );
}
