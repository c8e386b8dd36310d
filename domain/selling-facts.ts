import type { DeliveryZone } from './delivery.ts';
import { dependsOnDestination, type SellingRules } from './quote-order.ts';

/** The owner's delivery and tax rules, and whether there are discount codes. */
export interface OwnersRules extends SellingRules {
  codes: boolean;
}

export const noOwnersRules: OwnersRules = { zones: [], taxRates: [], codes: false };

/** What cart and checkout have to ask before an order's amounts are known. */
export interface SellingFacts {
  /** Discount codes can be entered. */
  codes: boolean;
  /** Amounts depend on the destination. */
  destination: boolean;
  /** Delivery has a price, even if it is 0. */
  delivery: boolean;
  /** By country, the regions that the rules name; elsewhere the country is enough. */
  regions: Readonly<Record<string, readonly string[]>>;
}

/** Null if the owner has set no rules: an order costs the sum of its lines and nothing is asked. */
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
