import { formatMoney, toCents, toDecimal } from './money.ts';

/**
 * What people read of an amount that a payment service names, in the smallest unit of its currency:
 * "$49.90", "¥19,200". The shop itself sells in USD alone.
 */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'USD') return formatMoney(amount);
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** A decimal amount in the smallest unit of its currency: "19200" of JPY → 19200. */
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
