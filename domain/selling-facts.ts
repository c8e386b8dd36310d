import type { DeliveryZone } from './delivery.ts';
import { dependsOnDestination, type SellingRules } from './quote-order.ts';

/** The owner's rules of delivery and tax, and whether there are discount codes. */
export interface OwnersRules extends SellingRules {
  codes: boolean;
}

export const noOwnersRules: OwnersRules = { zones: [], taxRates: [], codes: false };

/** What cart and checkout have to ask before they know an order's amounts. */
export interface SellingFacts {
  /** A code can be given. */
  codes: boolean;
  /** Amounts depend on where it goes. */
  destination: boolean;
  /** Delivery has a price, which may be 0. */
  delivery: boolean;
  /** By country, the regions that the rules name: elsewhere the country says enough. */
  regions: Readonly<Record<string, readonly string[]>>;
}

/** Null where the owner has set nothing: an order costs what its lines do, and nobody is asked. */
export function sellingFacts(rules: OwnersRules): SellingFacts | null {
  const { zones, taxRates, codes } = rules;
  if (zones.length === 0 && taxRates.length === 0 && !codes) return null;
  return {
    codes,
    destination: dependsOnDestination(rules),
    delivery: zones.length > 0,
    regions: namedRegions(rules),
  };
}

function namedRegions({ zones, taxRates }: SellingRules): Record<string, string[]> {
  const named: [string, string][] = [
    ...zones.flatMap(regionsOfZone),
    ...taxRates.map(({ country, region }): [string, string] => [country, region]),
  ];
  const regions: Record<string, string[]> = {};
  for (const [country, region] of named) {
    if (region === '' || regions[country]?.includes(region)) continue;
    regions[country] = [...(regions[country] ?? []), region].sort();
  }
  return regions;
}

function regionsOfZone({ countries, regions }: DeliveryZone): [string, string][] {
  return regions.flatMap((code) => {
    const [country, region] = code.split('-');
    if (region) return country && countries.includes(country) ? [[country, region]] : [];
    return countries.map((each): [string, string] => [each, code]);
  });
}
