import { type DeliveryRate, type DeliveryZone, deliveryTime } from './delivery.ts';
import { placeOf } from './free-shipping-claim.ts';
import type { SiteFacts } from './settings.ts';

/**
 * When a parcel leaves and how long it takes, as visitors read it: the owner's words, then what the
 * rates say. Empty where the owner has said neither.
 */
export function deliveryPromise(
  { dispatchNote }: Pick<SiteFacts, 'dispatchNote'>,
  zones: readonly DeliveryZone[] = [],
): string {
  const leaves =
    dispatchNote === '' || /[.!?]$/.test(dispatchNote) ? dispatchNote : `${dispatchNote}.`;
  return [leaves, travelTime(zones)].filter(Boolean).join(' ');
}

/** "Delivery takes 3–5 days.", by rate or by place where there are several. */
function travelTime(zones: readonly DeliveryZone[]): string {
  const told = zones
    .map((zone) => ({ zone, rates: zone.rates.filter((rate) => deliveryTime(rate) !== '') }))
    .filter(({ rates }) => rates.length > 0);
  const [first, ...others] = told;
  if (!first) return '';
  if (others.length === 0 && zones.length === 1) {
    const [rate, another] = first.rates;
    if (rate && !another) return `Delivery takes ${deliveryTime(rate)}.`;
    const times = first.rates.map((each) => `${deliveryTime(each)} (${each.name})`);
    return `Delivery takes ${times.join(', ')}.`;
  }
  // Of many places the two ends say enough; the checkout knows the rest.
  if (told.length > 3) {
    const all = deliveryTime(range(told.flatMap(({ rates }) => rates)));
    return `Delivery takes ${all}, depending on where to.`;
  }
  const places = told.map(({ zone, rates }) => `${deliveryTime(range(rates))} (${placeOf(zone)})`);
  return `Delivery takes ${places.join(', ')}.`;
}

/** From the fastest to the slowest. */
function range(rates: readonly DeliveryRate[]): Pick<DeliveryRate, 'daysFrom' | 'daysTo'> {
  const days = rates
    .flatMap(({ daysFrom, daysTo }) => [daysFrom, daysTo])
    .filter((day) => day !== null);
  return { daysFrom: Math.min(...days), daysTo: Math.max(...days) };
}
