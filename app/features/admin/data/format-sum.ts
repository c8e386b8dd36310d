import { type Cents, formatMoney } from '#domain/money.ts';

/** What many orders add up to, with its thousands apart: "$30,505.16". */
export function formatSum(cents: Cents): string {
  return formatMoney(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
}
