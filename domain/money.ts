/** Whole cents. The shop sells only in USD, and money is never a fraction inside our code. */
export type Cents = number;

/**
 * Reads a decimal amount as the database and the wire carry it ("49.90", 49.9). Throws RangeError
 * on anything that is not a whole number of cents.
 */
export function toCents(amount: string | number): Cents {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(amount));
  if (!match) throw new RangeError(`Not an amount of money: ${amount}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign && cents !== 0 ? -cents : cents;
}

/** Decimal text for the database and for providers: 4990 → "49.90". */
export function toDecimal(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For display (requirements §9.2): "$49.90". */
export function formatMoney(cents: Cents): string {
  const decimal = toDecimal(cents);
  return cents < 0 ? `-$${decimal.slice(1)}` : `$${decimal}`;
}

/** 'The total has changed from $94.72 to $96.72.' */
export function describeChangedTotal(before: Cents, now: Cents): string {
  return `The total has changed from ${formatMoney(before)} to ${formatMoney(now)}.`;
}

/** Sum of price times quantity (requirements §9.2, order subtotal). */
export function sumLines(lines: readonly { priceCents: Cents; quantity: number }[]): Cents {
  return lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
}
