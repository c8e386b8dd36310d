import { dayIn } from '#domain/day-in.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import {
  optionalAmountText,
  optionalCountText,
  readNumber,
  showAmount,
  showCount,
} from '../form/number-texts.ts';

export const discountKinds = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off' },
  { value: 'free_delivery', label: 'Free delivery' },
] as const;

const day = z
  .string()
  .refine((text) => text === '' || /^\d{4}-\d\d-\d\d$/.test(text), 'Enter a date.');

export const discountValues = z
  .object({
    code: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/,
        'Use 2 to 40 letters, digits, hyphens or underscores, without spaces.',
      ),
    kind: z.enum(['percent', 'amount', 'free_delivery']),
    value: optionalAmountText,
    starts: day,
    ends: day,
    min_subtotal: optionalAmountText,
    max_uses: optionalCountText,
    max_uses_per_customer: optionalCountText,
    product_ids: z.array(z.string()),
    active: z.boolean(),
  })
  .refine(({ kind, value }) => kind === 'free_delivery' || Number(value) > 0, {
    path: ['value'],
    message: 'Enter how much the code takes off.',
  })
  .refine(({ kind, value }) => kind !== 'percent' || Number(value) <= 100, {
    path: ['value'],
    message: 'At most 100 percent.',
  })
  .refine(({ starts, ends }) => starts === '' || ends === '' || starts <= ends, {
    path: ['ends'],
    message: 'The last day is before the first.',
  })
  .refine(({ max_uses }) => max_uses !== '0', { path: ['max_uses'], message: 'At least 1.' })
  .refine(({ max_uses_per_customer: each }) => each !== '0', {
    path: ['max_uses_per_customer'],
    message: 'At least 1.',
  });
export type DiscountValues = z.infer<typeof discountValues>;

export const emptyDiscount: DiscountValues = {
  code: '',
  kind: 'percent',
  value: '',
  starts: '',
  ends: '',
  min_subtotal: '',
  max_uses: '',
  max_uses_per_customer: '',
  product_ids: [],
  active: true,
};

/** Days are in the shop's time zone; the last one is included. */
export function toDiscountValues(row: RowOf<'discounts'>, timeZone: string): DiscountValues {
  const ends = row.ends_at === null ? null : new Date(Date.parse(row.ends_at) - 1);
  return {
    code: row.code,
    kind: row.kind as DiscountValues['kind'],
    value: row.kind === 'free_delivery' ? '' : showAmount(row.value).replace(/\.00$/, ''),
    starts: row.starts_at === null ? '' : dayIn(timeZone, new Date(row.starts_at)),
    ends: ends === null ? '' : dayIn(timeZone, ends),
    min_subtotal: showAmount(row.min_subtotal),
    max_uses: showCount(row.max_uses),
    max_uses_per_customer: showCount(row.max_uses_per_customer),
    product_ids: row.product_ids ?? [],
    active: row.active,
  };
}

export function toDiscountRow(values: DiscountValues, timeZone: string) {
  const { starts, ends, ...rest } = values;
  return {
    ...rest,
    code: values.code.toUpperCase(),
    value: values.kind === 'free_delivery' ? 0 : Number(values.value),
    starts_at: starts ? `${starts} 00:00 ${timeZone}` : null,
    ends_at: ends ? `${ends} 24:00 ${timeZone}` : null,
    min_subtotal: readNumber(values.min_subtotal),
    max_uses: readNumber(values.max_uses),
    max_uses_per_customer: readNumber(values.max_uses_per_customer),
    product_ids: values.product_ids.length > 0 ? values.product_ids : null,
  };
}
