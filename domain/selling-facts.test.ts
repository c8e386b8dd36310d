import { expect, it } from 'vitest';
import { noOwnersRules, type OwnersRules, sellingFacts } from './selling-facts.ts';

const zone = { id: '1', name: 'Home', countries: ['US', 'CA'], regions: [] as string[], rates: [] };
const tax = { class: 'standard', percent: 8875, included: false, onDelivery: false } as const;
const facts = (rules: Partial<OwnersRules>) => sellingFacts({ ...noOwnersRules, ...rules });

it('asks nothing while the owner has set nothing', () => {
  expect(facts({})).toBeNull();
});

it('asks for a code alone where nothing else matters', () => {
  expect(facts({ codes: true })).toEqual({
    codes: true,
    destination: false,
    delivery: false,
    regions: {},
  });
});

it('knows in which countries the region matters', () => {
  const taxRates = [
    { ...tax, country: 'US', region: 'NY' },
    { ...tax, country: 'DE', region: '' },
  ];
  const zones = [zone, { ...zone, regions: ['US-CA', 'QC', 'MX-ROO'] }];
  expect(facts({ zones, taxRates })).toEqual({
    codes: false,
    destination: true,
    delivery: true,
    regions: { US: ['CA', 'NY', 'QC'], CA: ['QC'] },
  });
});
