import { countryName, findCountryProblem, readCountries } from '#domain/countries.ts';
import { regionsOf } from '#domain/regions.ts';
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

/** Comma-separated lists of codes. */
export const zoneValues = z
  .object({
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
  })
  .superRefine((typed, ctx) => {
    const message = findUnmatched(readCountries(typed.countries), readRegions(typed.regions));
    if (message) ctx.addIssue({ code: 'custom', path: ['regions'], message });
  });

/** A region that does not exist in any of the zone's countries: the zone would never match. */
function findUnmatched(countries: readonly string[], regions: readonly string[]): string | null {
  for (const region of regions) {
    const [country, code] = region.includes('-') ? region.split('-') : [null, region];
    if (country && !countries.includes(country)) {
      return `“${region}” is in none of the zone’s countries. Name ${country} above as well.`;
    }
    const within = country ? [country] : countries;
    const lists = within.map((each) => regionsOf(each));
    if (lists.some((list) => list === null || list.some((one) => one.code === code))) continue;
    const names = within.map(countryName).join(' or ');
    return `There is no region “${code}” in ${names}. Write codes such as US-CA, US-HI.`;
  }
  return null;
}

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
