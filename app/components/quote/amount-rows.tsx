import { type Cents, formatMoney } from '#domain/money.ts';

/** What an order's total is made of. */
export interface Amounts {
  subtotal: Cents;
  discount: Cents;
  discountCode: string | null;
  delivery: Cents;
  /** Null without a way of delivery. */
  deliveryName: string | null;
  tax: Cents;
  /** How much of it the prices hold already. */
  taxIncluded: Cents;
  total: Cents;
}

/** What lies between subtotal and total, and the subtotal with it; nothing where that is nothing. */
export function AmountRows({ amounts }: { amounts: Amounts }) {
  const { subtotal, discount, discountCode, delivery, deliveryName, tax, taxIncluded } = amounts;
  const addedTax = tax - taxIncluded;
  return (
    <>
      <AmountRow term="Subtotal" value={formatMoney(subtotal)} />
      {discount > 0 ? (
        <AmountRow
          term={discountCode ? `Discount (${discountCode})` : 'Discount'}
          value={`−${formatMoney(discount)}`}
        />
      ) : null}
      {deliveryName === null ? null : (
        <AmountRow
          term={`Shipping (${deliveryName})`}
          value={delivery === 0 ? 'Free' : formatMoney(delivery)}
        />
      )}
      {addedTax > 0 ? <AmountRow term="Tax" value={formatMoney(addedTax)} /> : null}
    </>
  );
}

export function AmountRow({ term, value }: { term: string; value: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="shrink-0 tabular-nums">{value}</dd>
    </div>
  );
}

/** "including $4.20 tax", where prices hold it. */
export function IncludedTax({ cents }: { cents: Cents }) {
  if (cents === 0) return null;
  return <span className="block text-sm font-normal">including {formatMoney(cents)} tax</span>;
}
