import { expect, it } from 'vitest';
import { describePlaces, describeSize, describeUse } from './picture-text.ts';

it('says where a picture is used', () => {
  expect(describePlaces({})).toBe('Not used');
  expect(describePlaces({ blog_posts: 1, products: 1200 })).toBe(
    'On 1,200 products, in 1 blog post',
  );
  expect(describePlaces({ orders: 1 })).toBe('In past orders');
  expect(describeUse({ place: 'products', row_id: '1', label: 'Resin' })).toBe('Product: Resin');
  expect(describeUse({ place: 'site_settings', row_id: 'logo', label: 'logo' })).toBe(
    'Settings: Logo',
  );
});

it('says how large a file is', () => {
  expect([900, 1000, 999_499, 2_440_000].map(describeSize)).toEqual([
    ...['900 B', '1 kB', '999 kB', '2.4 MB'],
  ]);
});
