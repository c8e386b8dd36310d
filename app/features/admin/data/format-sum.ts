import { type Cents, formatMoney } from '#domain/money.ts';

/** A sum over many orders, with thousands separators: "$30,505.16". */
export function formatSum(cents: Cents): string {
  return formatMoney(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
}
