import { formatMoney, toCents, toDecimal } from './money.ts';

/**
 * Formats an amount reported by a payment service, in the smallest unit of its currency: "$49.90",
 * "¥19,200". The shop itself sells only in USD.
 */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'USD') return formatMoney(amount);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** Converts a decimal amount to the smallest unit of its currency: "19200" in JPY → 19200. */
export function toSmallestUnit(amount: string, currency: string): number {
  const digits = digitsOf(currency);
  // Divided by whole numbers: a hundredth has no exact binary form.
  return digits < 2 ? toCents(amount) / 10 ** (2 - digits) : toCents(amount) * 10 ** (digits - 2);
}

/** The other way round: 19200 of JPY → "19200", 4990 of USD → "49.90". */
export function fromSmallestUnit(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return digits === 2 ? toDecimal(amount) : (amount / 10 ** digits).toFixed(digits);
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
