import { countryName, isCountry } from '#domain/countries.ts';
import { regionsOf } from '#domain/regions.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export const taxClassLabels = [
  { value: 'standard', label: 'Standard' },
  { value: 'reduced', label: 'Reduced' },
] as const;

export const taxValues = z
  .object({
    country: z.string().refine(isCountry, 'Choose a country.'),
    region: z
      .string()
      .trim()
      .overwrite((text) => text.toUpperCase().replace(/^[A-Z]{2}-/, ''))
      .refine(
        (text) => /^[A-Z0-9]{0,3}$/.test(text),
        'Enter the short code of a region, such as NY, or leave it empty.',
      ),
    class: z.enum(['standard', 'reduced', 'exempt']),
    percent: z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,3})?$/, 'Enter a percentage such as 8.875.')
      .refine((text) => Number(text) <= 100, 'At most 100 percent.'),
    included: z.enum(['included', 'added']),
    on_delivery: z.boolean(),
  })
  .superRefine(({ country, region }, ctx) => {
    const known = regionsOf(country);
    if (!region || !known || known.some(({ code }) => code === region)) return;
    const message = `There is no region “${region}” in ${countryName(country)}.`;
    ctx.addIssue({ code: 'custom', path: ['region'], message });
  });
export type TaxValues = z.infer<typeof taxValues>;

export const emptyTax: TaxValues = {
  country: 'US',
  region: '',
  class: 'standard',
  percent: '',
  included: 'added',
  on_delivery: false,
};

export function toTaxValues(row: RowOf<'tax_rates'>): TaxValues {
  return {
    country: row.country,
    region: row.region,
    class: row.class as TaxValues['class'],
    percent: String(Number(row.percent)),
    included: row.included ? 'included' : 'added',
    on_delivery: row.on_delivery,
  };
}

export function toTaxRow(values: TaxValues) {
  return {
    ...values,
    percent: Number(values.percent),
    included: values.included === 'included',
  };
}
