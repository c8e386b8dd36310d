import { expect, it } from 'vitest';
import { taxValues } from '../taxes/tax-values.ts';
import { zoneValues } from './zone-values.ts';

const problemOf = (countries: string, regions: string) =>
  zoneValues.safeParse({ name: 'Zone', countries, regions }).error?.issues[0]?.message;

it.each([
  ['US', 'us-hi, AK'],
  ['US, CA', 'ON, US-NY'],
  // If there is no list of regions, any region may be valid.
  ['DE', 'BY, DE-BE'],
  ['US, DE', 'BY'],
])('takes regions that an address in %s can have: %s', (countries, regions) => {
  expect(problemOf(countries, regions)).toBeUndefined();
});

it.each([
  [
    'US',
    'US-CA, US-ON',
    'There is no region “ON” in United States. Write codes such as US-CA, US-HI.',
  ],
  [
    'US, CA',
    'XX',
    'There is no region “XX” in United States or Canada. Write codes such as US-CA, US-HI.',
  ],
  ['US', 'CA-ON', '“CA-ON” is in none of the zone’s countries. Name CA above as well.'],
])(
  'says why a zone for %s with the regions %s would never be found',
  (countries, regions, said) => {
    expect(problemOf(countries, regions)).toBe(said);
  },
);

it('taxes no region that its country does not have', () => {
  const tax = (country: string, region: string) =>
    taxValues.safeParse({
      ...{
        country,
        region,
        class: 'standard',
        percent: '8',
        included: 'added',
        on_delivery: false,
      },
    }).error?.issues[0];
  expect(tax('US', 'us-ny')).toBeUndefined();
  expect(tax('DE', 'BY')).toBeUndefined();
  expect(tax('CA', 'us-ny')).toMatchObject({
    path: ['region'],
    message: 'There is no region “NY” in Canada.',
  });
});
