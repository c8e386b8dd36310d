import { describe, expect, it } from 'vitest';
import { siteDefaults } from './site.ts';
import { mergeSiteSettings, unknownCountries } from './site-settings.ts';

describe('site settings', () => {
  it('keeps the defaults where the owner changed nothing', () => {
    expect(mergeSiteSettings([])).toEqual(siteDefaults);
  });

  it('lays rows over the defaults, keys in snake_case', () => {
    const facts = mergeSiteSettings([
      { key: 'returns_summary', value: 'Sixty days.' },
      { key: 'fixed_rating', value: null },
      { key: 'manufacturer', value: { name: 'Other', lines: ['1 Road'] } },
      { key: 'hours', value: [{ days: 'Mon', hours: '9-5', schema: null }] },
    ]);
    expect(facts.returnsSummary).toBe('Sixty days.');
    expect(facts.fixedRating).toBeNull();
    expect(facts.manufacturer.lines).toEqual(['1 Road']);
    expect(facts.hours).toHaveLength(1);
    expect(facts.email).toBe(siteDefaults.email);
  });

  it.each([
    ['an unknown key', { key: 'logo', value: 'x' }],
    ['a prototype key', { key: '__proto__', value: {} }],
    ['a number for a text', { key: 'email', value: 7 }],
    ['null for a text', { key: 'email', value: null }],
    ['a text for a list', { key: 'ships_to', value: 'US' }],
    ['a party without its lines', { key: 'distributor', value: { name: 'x' } }],
    ['a list of the wrong things', { key: 'ships_to', value: [1] }],
    ['countries of which none can be shipped to', { key: 'ships_to', value: ['UK', 'QQ'] }],
  ])('leaves out %s', (_, row) => {
    expect(mergeSiteSettings([row])).toEqual(siteDefaults);
  });

  it('leaves out the countries that no payment can ship to, and names them', () => {
    const rows = [{ key: 'ships_to', value: ['US', 'UK', 'GB'] }];
    expect(mergeSiteSettings(rows).shipsTo).toEqual(['US', 'GB']);
    expect(unknownCountries(rows)).toEqual(['UK']);
    expect(unknownCountries([])).toEqual([]);
  });
});
