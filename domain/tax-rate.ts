import type { Destination } from './delivery.ts';
import { type OrderRules, type TaxClass, type TaxRule, taxClasses } from './price-order.ts';

/** A row of the owner's tax table. */
export interface TaxRate extends TaxRule {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** As in a destination; empty for the whole country. */
  region: string;
  class: TaxClass;
}

/** The rules for a destination, one per class: a region's rate takes precedence over its country's. */
export function taxesOf(rates: readonly TaxRate[], to: Destination): OrderRules['taxes'] {
  const taxes: Partial<Record<TaxClass, TaxRule>> = {};
  for (const taxClass of taxClasses) {
    const ofCountry = rates.filter(
      (rate) => rate.country === to.country && rate.class === taxClass && taxClass !== 'exempt',
    );
    const rate =
      ofCountry.find(({ region }) => region !== '' && region === to.region) ??
      ofCountry.find(({ region }) => region === '');
    if (rate) {
      const { percent, included, onDelivery } = rate;
      taxes[taxClass] = { percent, included, onDelivery };
    }
  }
  return taxes;
}
