import { type Cents, formatMoney } from '#domain/money.ts';

/** Subtotal, shipping and total, for cart and drawer (requirements §2.8). */
export function CartTotals({ total }: { total: Cents }) {
  return (
    <dl className="space-y-2 text-sm">
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
