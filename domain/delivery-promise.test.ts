import { expect, it } from 'vitest';
import type { DeliveryZone } from './delivery.ts';
import { deliveryPromise } from './delivery-promise.ts';
import { siteDefaults } from './settings.ts';

const zone = (
  name: string,
  country: string,
  ...times: [string, number | null, number | null][]
): DeliveryZone => ({
  id: name,
  name,
  countries: [country],
  regions: [],
  rates: times.map(([rate, daysFrom, daysTo]) => ({
    id: rate,
    name: rate,
    priceCents: 500,
    freeFromCents: null,
    minSubtotalCents: null,
    maxSubtotalCents: null,
    daysFrom,
    daysTo,
  })),
});
const said = (...zones: DeliveryZone[]) => deliveryPromise(siteDefaults, zones);

it('says nothing where the owner has said nothing', () => {
  expect(said()).toBe('');
  expect(said(zone('Home', 'US', ['Standard', null, null]))).toBe('');
});

it('names the time of one rate, and each of several', () => {
  expect(said(zone('Home', 'US', ['Standard', 3, 5]))).toBe('Delivery takes 3–5 days.');
  expect(said(zone('Home', 'US', ['Standard', 3, 5], ['Express', 1, 1]))).toBe(
    'Delivery takes 3–5 days (Standard), 1 day (Express).',
  );
});

it('names places where there are several, and the two ends of many', () => {
  const home = zone('Home', 'US', ['Standard', 3, 5], ['Express', 1, 1]);
  const canada = zone('North', 'CA', ['Standard', 7, null]);
  expect(said(home, canada)).toBe('Delivery takes 1–5 days (United States), 7 days (Canada).');
  expect(said(home, zone('North', 'CA', ['Standard', null, null]))).toBe(
    'Delivery takes 1–5 days (United States).',
  );
  const far = ['GB', 'AU'].map((country) => zone(country, country, ['Standard', 9, 14]));
  expect(said(home, canada, ...far)).toBe('Delivery takes 1–14 days, depending on where to.');
});

it('begins with when the parcel leaves, in the owner’s words', () => {
  const site = { dispatchNote: 'Orders leave within a day' };
  expect(deliveryPromise(site)).toBe('Orders leave within a day.');
  expect(deliveryPromise(site, [zone('Home', 'US', ['Standard', 3, 5])])).toBe(
    'Orders leave within a day. Delivery takes 3–5 days.',
  );
});
