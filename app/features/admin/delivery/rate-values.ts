import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import {
  amountText,
  optionalAmountText,
  optionalCountText,
  readNumber,
  showAmount,
  showCount,
} from '../form/number-texts.ts';

const isBefore = (one: string, other: string) =>
  one !== '' && other !== '' && Number(other) < Number(one);

export const rateValues = z
  .object({
    zone_id: z.string().min(1, 'Choose a zone.'),
    name: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
    price: amountText,
    free_from: optionalAmountText,
    min_subtotal: optionalAmountText,
    max_subtotal: optionalAmountText,
    days_from: optionalCountText,
    days_to: optionalCountText,
    position: optionalCountText,
  })
  .refine(({ min_subtotal, max_subtotal }) => !isBefore(min_subtotal, max_subtotal), {
    path: ['max_subtotal'],
    message: 'This is less than the smallest order.',
  })
  .refine(({ days_from, days_to }) => !isBefore(days_from, days_to), {
    path: ['days_to'],
    message: 'This is before the first day.',
  })
  .refine(({ days_to }) => Number(days_to) <= 365, { path: ['days_to'], message: 'At most 365.' });
export type RateValues = z.infer<typeof rateValues>;

export const emptyRate = (zoneId: string): RateValues => ({
  zone_id: zoneId,
  name: '',
  price: '',
  free_from: '',
  min_subtotal: '',
  max_subtotal: '',
  days_from: '',
  days_to: '',
  position: '0',
});

export function toRateValues(row: RowOf<'delivery_rates'>): RateValues {
  return {
    zone_id: row.zone_id,
    name: row.name,
    price: showAmount(row.price),
    free_from: showAmount(row.free_from),
    min_subtotal: showAmount(row.min_subtotal),
    max_subtotal: showAmount(row.max_subtotal),
    days_from: showCount(row.days_from),
    days_to: showCount(row.days_to),
    position: showCount(row.position),
  };
}

export function toRateRow(values: RateValues) {
  return {
    zone_id: values.zone_id,
    name: values.name,
    price: Number(values.price),
    free_from: readNumber(values.free_from),
    min_subtotal: readNumber(values.min_subtotal),
    max_subtotal: readNumber(values.max_subtotal),
    days_from: readNumber(values.days_from),
    days_to: readNumber(values.days_to),
    position: Number(values.position),
  };
}
