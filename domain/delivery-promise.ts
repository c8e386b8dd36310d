import { type DeliveryRate, type DeliveryZone, deliveryTime } from './delivery.ts';
import { placeOf } from './free-shipping-claim.ts';
import type { SiteFacts } from './settings.ts';

/**
 * When a parcel leaves and how long it takes, as visitors read it: the owner's text, then what the
 * rates say. Empty if the owner has set neither.
 */
export function deliveryPromise(
  { dispatchNote }: Pick<SiteFacts, 'dispatchNote'>,
  zones: readonly DeliveryZone[] = [],
): string {
  const leaves =
    dispatchNote === '' || /[.!?]$/.test(dispatchNote) ? dispatchNote : `${dispatchNote}.`;
  return [leaves, travelTime(zones)].filter(Boolean).join(' ');
}

/** "Delivery takes 3–5 days."; lists the rates, or the places, if there are several. */
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
  // For many places the shortest and longest time are enough; checkout shows the exact one.
  if (told.length > 3) {
    const all = deliveryTime(range(told.flatMap(({ rates }) => rates)));
    return `Delivery takes ${all}, depending on where to.`;
  }
  const places = told.map(({ zone, rates }) => `${deliveryTime(range(rates))} (${placeOf(zone)})`);
  return `Delivery takes ${places.join(', ')}.`;
}

/** From the fastest to the slowest rate. */
function range(rates: readonly DeliveryRate[]): Pick<DeliveryRate, 'daysFrom' | 'daysTo'> {
  const days = rates
    .flatMap(({ daysFrom, daysTo }) => [daysFrom, daysTo])
    .filter((day) => day !== null);
  return { daysFrom: Math.min(...days), daysTo: Math.max(...days) };
}
