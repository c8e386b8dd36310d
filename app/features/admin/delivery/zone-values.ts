import { findCountryProblem, readCountries } from '#domain/countries.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

const readRegions = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter(Boolean),
  ),
];

/** Lists of codes, separated by commas. */
export const zoneValues = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
  countries: z.string().superRefine((typed, ctx) => {
    const problem = findCountryProblem(typed);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  }),
  regions: z.string().superRefine((typed, ctx) => {
    const wrong = readRegions(typed).find((code) => !/^([A-Z]{2}-)?[A-Z0-9]{1,3}$/.test(code));
    if (wrong === undefined) return;
    const message = `“${wrong}” is not the code of a region. Write codes such as US-CA, US-HI.`;
    ctx.addIssue({ code: 'custom', message });
  }),
});
export type ZoneValues = z.infer<typeof zoneValues>;

export const emptyZone: ZoneValues = { name: '', countries: '', regions: '' };

export function toZoneValues(row: RowOf<'delivery_zones'>): ZoneValues {
  return {
    name: row.name,
    countries: row.countries.join(', '),
    regions: row.regions.join(', '),
  };
}

export function toZoneRow({ name, countries, regions }: ZoneValues) {
  return { name, countries: readCountries(countries), regions: readRegions(regions) };
}
