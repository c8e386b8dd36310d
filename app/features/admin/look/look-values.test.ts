import { expect, it } from 'vitest';
import { mergeSiteSettings } from '#domain/merge-settings.ts';
import { siteDefaults } from '#domain/settings.ts';
import { differingRows } from '../settings/setting-rows.ts';
import { type LookValues, lookValues, toLookRows, toLookValues } from './look-values.ts';

const changedRows = (values: LookValues, read: LookValues) =>
  differingRows(toLookRows(values), toLookRows(read));

const defaults = toLookValues([]);

it('says in the form what the shop looks like, and reads back the same', () => {
  expect(lookValues.safeParse(defaults).error).toBeUndefined();
  expect(mergeSiteSettings(toLookRows(defaults))).toEqual(siteDefaults);
  expect(changedRows(defaults, defaults)).toEqual([]);
});

it('saves a logo, and takes it away', () => {
  const logo = { url: '/storage/v1/object/public/uploads/a.png', width: 400, height: 100 };
  const rows = changedRows({ ...defaults, logo }, defaults);
  expect(rows).toEqual([{ key: 'logo', value: logo }]);
  expect(toLookValues(rows).logo).toEqual(logo);
  expect(toLookValues([{ key: 'logo', value: false }]).logo).toBeNull();
});

it('refuses colors that cannot be read on each other, at the one to change', () => {
  const { error } = lookValues.safeParse({ ...defaults, text: '#999999' });
  expect(error?.issues).toMatchObject([
    { path: ['text'], message: expect.stringContaining('At least 4.5:1') },
  ]);
  expect(lookValues.safeParse({ ...defaults, accent: 'red;}' }).success).toBe(false);
});
