import type { Money } from './wire.ts';

/** Converts to hundredths: the sandbox only accepts currencies with two decimals. */
export function toHundredths(money: Money): number {
  const [whole = '0', fraction = ''] = money.value.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

export function fromHundredths(hundredths: number, currency_code: string): Money {
  const digits = String(hundredths).padStart(3, '0');
  return { currency_code, value: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

/** Formatted for people: "$59.98". */
export function showMoney({ currency_code: currency, value }: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(value as `${number}`);
}
