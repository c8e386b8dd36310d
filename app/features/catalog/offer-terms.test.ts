import { expect, it } from 'vitest';
import type { DeliveryZone } from '#domain/delivery.ts';
import { siteDefaults } from '#domain/settings.ts';
import { offerTerms } from './offer-terms.ts';

const rate = {
  id: 'standard',
  name: 'Standard',
  priceCents: 490,
  freeFromCents: 5000,
  minSubtotalCents: null,
  maxSubtotalCents: null,
  daysFrom: 3,
  daysTo: 5,
};
const home: DeliveryZone = {
  id: '1',
  name: 'Home',
  countries: ['US'],
  regions: [],
  rates: [{ ...rate, id: 'express', priceCents: 1200, daysFrom: null, daysTo: 1 }, rate],
};
const terms = (priceCents: number, zones: DeliveryZone[] = [], returnsSummary?: string) =>
  offerTerms(priceCents, {
    site: { ...siteDefaults, ...(returnsSummary && { returnsSummary }) },
    zones,
    origin: 'https://shop.example',
  });

it('tells the cheapest delivery of each zone at this price', () => {
  expect(terms(3990, [home]).shippingDetails).toMatchObject([
    {
      shippingRate: { value: '4.90', currency: 'USD' },
      shippingDestination: [{ addressCountry: 'US' }],
      deliveryTime: { transitTime: { minValue: 3, maxValue: 5, unitCode: 'DAY' } },
    },
  ]);
  expect(terms(5000, [home]).shippingDetails).toMatchObject([{ shippingRate: { value: '0.00' } }]);
});

it('names the regions of a zone that is not whole countries', () => {
  const regional = { ...home, countries: ['US', 'CA'], regions: ['US-AK', 'HI'] };
  expect(terms(3990, [regional]).shippingDetails).toMatchObject([
    {
      shippingDestination: [
        { addressCountry: 'US', addressRegion: ['AK', 'HI'] },
        { addressCountry: 'CA', addressRegion: ['HI'] },
      ],
    },
  ]);
});

it('says nothing about delivery without zones', () => {
  expect(terms(3990)).not.toHaveProperty('shippingDetails');
});

it('takes the days of returns from the owner’s sentence', () => {
  expect(terms(3990).hasMerchantReturnPolicy).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: siteDefaults.shipsTo,
    merchantReturnLink: 'https://shop.example/shipping-and-returns',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 30,
  });
  expect(terms(3990, [home], 'Ask us.').hasMerchantReturnPolicy).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: ['US'],
    merchantReturnLink: 'https://shop.example/shipping-and-returns',
  });
});
