import { toCents, toDecimal } from '#domain/money.ts';
import { z } from '#domain/zod.ts';

/** Schemas for numbers as typed; empty optional fields are null in the database. */

const amount = /^\d{1,5}(\.\d{1,2})?$/;

export const amountText = z.string().trim().regex(amount, 'Enter an amount such as 4.90.');

export const optionalAmountText = z
  .string()
  .trim()
  .refine((text) => text === '' || amount.test(text), 'Enter an amount such as 4.90.');

export const optionalCountText = z
  .string()
  .trim()
  .refine((text) => /^\d{0,6}$/.test(text), 'Enter a whole number.');

export const showAmount = (value: number | null): string =>
  value === null ? '' : toDecimal(toCents(value));

export const showCount = (value: number | null): string => (value === null ? '' : String(value));

export const readNumber = (text: string): number | null => (text === '' ? null : Number(text));
