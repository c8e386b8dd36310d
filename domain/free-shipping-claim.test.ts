import { expect, it } from 'vitest';
import { freeShippingClaim } from './free-shipping-claim.ts';
import { siteDefaults } from './settings.ts';

it('claims free shipping word for word until the owner changes them', () => {
  expect(freeShippingClaim(siteDefaults)).toBe('Free shipping on orders over $50');
});

it.each([
  [7500, 'Free shipping on orders over $75'],
  [4950, 'Free shipping on orders over $49.50'],
])('follows the amount of %d cents', (freeShippingFrom, claim) => {
  expect(freeShippingClaim({ ...siteDefaults, freeShippingFrom })).toBe(claim);
});

it('leaves a claim of the owner’s own as it is', () => {
  const site = {
    ...siteDefaults,
    freeShippingClaim: 'Always free, $& and all',
    freeShippingFrom: 1,
  };
  expect(freeShippingClaim(site)).toBe('Always free, $& and all');
});
