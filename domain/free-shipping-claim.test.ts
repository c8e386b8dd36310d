import { expect, it } from 'vitest';
import type { DeliveryRate, DeliveryZone } from './delivery.ts';
import { fillInAmount, freeShippingClaim } from './free-shipping-claim.ts';
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

const rate = (over: Partial<DeliveryRate> = {}): DeliveryRate => ({
  id: 'standard',
  name: 'Standard',
  priceCents: 490,
  freeFromCents: 7500,
  minSubtotalCents: null,
  maxSubtotalCents: null,
  daysFrom: 3,
  daysTo: 5,
  ...over,
});
const zone = (
  name: string,
  countries: string[],
  rates: DeliveryRate[] = [rate()],
): DeliveryZone => ({ id: name, name, countries, regions: [], rates });
const claim = (...zones: DeliveryZone[]) => freeShippingClaim(siteDefaults, zones);

it('claims what the rates say where there are delivery zones', () => {
  expect(claim(zone('Home', ['US']))).toBe('Free shipping on orders over $75');
  expect(claim(zone('Home', ['US']), zone('North', ['CA']))).toBe(
    'Free shipping on orders over $75',
  );
  expect(claim(zone('Home', ['US'], [rate({ priceCents: 0 })]))).toBe('Free shipping');
});

it('names the zone where others do not share the claim', () => {
  const paid = [rate({ freeFromCents: null })];
  expect(claim(zone('Home', ['US']), zone('World', ['DE', 'FR'], paid))).toBe(
    'Free shipping on orders over $75 (United States)',
  );
  expect(claim(zone('Home', ['US'], paid), zone('Europe', ['DE', 'FR']))).toBe(
    'Free shipping on orders over $75 (Europe)',
  );
});

it('claims nothing where delivery is never free', () => {
  expect(claim(zone('Home', ['US'], [rate({ freeFromCents: null })]))).toBe('');
  expect(claim(zone('Home', ['US'], []))).toBe('');
  // Free for small orders only.
  expect(claim(zone('Home', ['US'], [rate({ priceCents: 0, maxSubtotalCents: 2000 })]))).toBe('');
});

it('follows the rates in place of a claim that names no amount, and keeps an empty one', () => {
  const zones = [zone('Home', ['US'])];
  const of = (freeShippingClaim_: string) =>
    freeShippingClaim({ ...siteDefaults, freeShippingClaim: freeShippingClaim_ }, zones);
  expect(of('Always free')).toBe('Free shipping on orders over $75');
  expect(of('Over {amount}? On us.')).toBe('Over $75? On us.');
  expect(of('')).toBe('');
});

it('tells what delivery costs where a text names the amount', () => {
  const text = 'Free over {amount}.\n\nSend it back within 30 days.';
  expect(fillInAmount(text, siteDefaults)).toBe('Free over $50.\n\nSend it back within 30 days.');
  const express = rate({
    name: 'Express',
    priceCents: 1200,
    freeFromCents: null,
    daysFrom: null,
    daysTo: 1,
  });
  expect(fillInAmount(text, siteDefaults, [zone('Home', ['US'], [rate(), express])])).toBe(
    'United States: Standard $4.90, free on orders of $75 or more, 3–5 days; Express $12, 1 day.\nYou see what delivery costs before you pay.\n\nSend it back within 30 days.',
  );
});
