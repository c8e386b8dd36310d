import type { MerchantReturnPolicy, OfferShippingDetails } from 'schema-dts';
import { type DeliveryZone, offerRates } from '#domain/delivery.ts';
import { type Cents, toDecimal } from '#domain/money.ts';
import type { SiteFacts } from '#domain/settings.ts';

interface Selling {
  site: Pick<SiteFacts, 'shipsTo' | 'returnsSummary'>;
  zones: readonly DeliveryZone[];
  origin: string;
}

/** Delivery and returns of one product, as structured data for search engines. */
export function offerTerms(priceCents: Cents, { site, zones, origin }: Selling) {
  const countries = [...new Set(zones.flatMap((zone) => zone.countries))];
  const shippingDetails = zones.flatMap((zone) => shippingOf(zone, priceCents));
  return {
    // Without zones, no fees are known.
    ...(shippingDetails.length > 0 && { shippingDetails }),
    hasMerchantReturnPolicy: returnPolicy(
      countries.length > 0 ? countries : site.shipsTo,
      site.returnsSummary,
      origin,
    ),
  };
}

export type OfferTerms = ReturnType<typeof offerTerms>;

/** The cheapest delivery of this product alone. */
function shippingOf(zone: DeliveryZone, priceCents: Cents) {
  const [cheapest] = offerRates(zone, priceCents).sort((one, other) => one.price - other.price);
  if (!cheapest) return [];
  const { daysFrom, daysTo } = cheapest;
  return [
    {
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: toDecimal(cheapest.price),
        currency: 'USD',
      },
      shippingDestination: zone.countries.map((country) => ({
        '@type': 'DefinedRegion' as const,
        addressCountry: country,
        ...(zone.regions.length > 0 && { addressRegion: regionsIn(zone, country) }),
      })),
      ...(daysTo !== null && {
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          transitTime: {
            '@type': 'QuantitativeValue',
            minValue: daysFrom ?? daysTo,
            maxValue: daysTo,
            unitCode: 'DAY',
          },
        },
      }),
    } as const satisfies Exclude<OfferShippingDetails, string>,
  ];
}

function regionsIn({ regions }: DeliveryZone, country: string): string[] {
  return regions
    .map((code) => code.split('-'))
    .filter(([of, region]) => region === undefined || of === country)
    .map((parts) => parts.at(-1) ?? '');
}

/** Takes the number of days from the owner's sentence about returns. */
function returnPolicy(countries: readonly string[], returnsSummary: string, origin: string) {
  const days = /\b(\d{1,3}) days\b/.exec(returnsSummary)?.[1];
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: [...countries],
    merchantReturnLink: `${origin}/shipping-and-returns`,
    ...(days !== undefined && {
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow' as const,
      merchantReturnDays: Number(days),
    }),
  } as const satisfies Exclude<MerchantReturnPolicy, string>;
}
