import { describe, expect, it } from 'vitest';
import { findSettingProblems, mergeSiteSettings } from './merge-settings.ts';
import { siteDefaults } from './settings.ts';

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
    ['a time zone that there is not', { key: 'time_zone', value: 'Nowhere/Else' }],
    ['countries of which none can be shipped to', { key: 'ships_to', value: ['UK', 'QQ'] }],
  ])('leaves out %s', (_, row) => {
    expect(mergeSiteSettings([row])).toEqual(siteDefaults);
  });

  it('names the rows that it leaves out', () => {
    const rows = [
      { key: 'email', value: 7 },
      { key: 'phone', value: '+1' },
    ];
    expect(findSettingProblems(rows)).toEqual([expect.stringMatching(/^email is not used: /)]);
  });

  it('leaves out the countries that no payment can ship to, and names them', () => {
    const rows = [{ key: 'ships_to', value: ['US', 'UK', 'GB'] }];
    expect(mergeSiteSettings(rows).shipsTo).toEqual(['US', 'GB']);
    expect(findSettingProblems(rows)).toEqual(['ships_to contains unknown countries: UK']);
    expect(findSettingProblems([])).toEqual([]);
  });
});
