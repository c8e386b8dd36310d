import { describe, expect, it } from 'vitest';
import { mergeSiteSettings } from '#domain/merge-settings.ts';
import { siteDefaults } from '#domain/settings.ts';
import { differingRows } from './setting-rows.ts';
import {
  type SettingValues,
  settingValues,
  toSettingRows,
  toSettingValues,
} from './setting-values.ts';

const changedRows = (values: SettingValues, read: SettingValues) =>
  differingRows(toSettingRows(values), toSettingRows(read));

describe('settings', () => {
  const defaults = toSettingValues([]);

  it('say in the form what the shop says, and read back the same', () => {
    expect(settingValues.safeParse(defaults).error).toBeUndefined();
    expect(mergeSiteSettings(toSettingRows(defaults))).toEqual(siteDefaults);
    expect(toSettingValues(toSettingRows(defaults))).toEqual(defaults);
  });

  it('are saved one by one', () => {
    expect(changedRows(defaults, defaults)).toEqual([]);
    expect(changedRows({ ...defaults, phone: '+1 555' }, defaults)).toEqual([
      { key: 'phone', value: '+1 555' },
    ]);
  });

  it('switch the rating off and on', () => {
    const off = changedRows({ ...defaults, rating_shown: false }, defaults);
    expect(off).toEqual([{ key: 'fixed_rating', value: false }]);
    expect(toSettingValues(off)).toMatchObject({ rating_shown: false, rating_value: '4.8' });
  });

  it('hide the first-day checklist and bring it back', () => {
    const hidden = changedRows({ ...defaults, first_day_shown: false }, defaults);
    expect(hidden).toEqual([{ key: 'first_day_hidden', value: true }]);
    const read = toSettingValues(hidden);
    expect(read.first_day_shown).toBe(false);
    expect(changedRows({ ...read, first_day_shown: true }, read)).toEqual([
      { key: 'first_day_hidden', value: false },
    ]);
  });

  it.each([
    ['ships_to', 'USA'],
    ['ships_to', 'US, UK'],
    ['ships_to', ''],
    ['free_shipping_from', '5e3'],
    ['rating_value', '6'],
    ['time_zone', 'Nowhere/Else'],
    ['email', 'nobody'],
    ['tagline', ' '],
  ])('refuse %s: %j', (field, value) => {
    expect(settingValues.safeParse({ ...defaults, [field]: value }).success).toBe(false);
  });
});
