import { expect, it } from 'vitest';
import { destinationOf, elsewhere } from './checkout-choices.ts';

const wish = { country: 'US', region: '', rateId: null, code: '' };
const regions = { US: ['NY'] };

it('knows the destination once all is chosen that amounts depend on', () => {
  expect(destinationOf({ ...wish, country: '' }, regions)).toBeNull();
  expect(destinationOf(wish, regions)).toBeNull();
  expect(destinationOf({ ...wish, region: 'CO' }, regions)).toEqual({
    country: 'US',
    region: 'CO',
    postalCode: '',
  });
  expect(destinationOf({ ...wish, country: 'DE' }, regions)).toMatchObject({ country: 'DE' });
});

it('treats a region that no rule names as none', () => {
  expect(destinationOf({ ...wish, region: elsewhere }, regions)).toMatchObject({ region: '' });
});
