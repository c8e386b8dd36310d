import { type Amounts, describeAmounts } from '#domain/order-amounts.ts';

/** The subtotal and what is added to it, as rows of a description list. */
export function AmountRows({ amounts }: { amounts: Amounts }) {
  return describeAmounts(amounts).map(({ term, value }) => (
    <AmountRow key={term} term={term} value={value} />
  ));
}

export function AmountRow({ term, value }: { term: string; value: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="shrink-0 tabular-nums">{value}</dd>
    </div>
  );
}
