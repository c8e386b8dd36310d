import { type Cents, formatMoney } from '#domain/money.ts';

/** The former price, struck through; screen readers say "was". */
export function FormerPrice({ cents }: { cents: Cents }) {
  return (
    <s className="text-ink-soft tabular-nums">
      <span className="sr-only">was </span>
      {formatMoney(cents)}
    </s>
  );
}
