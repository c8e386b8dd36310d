import { type Destination, toDestination } from '#domain/delivery.ts';
import { isPricedAlike, type SellingRules } from '#domain/quote-order.ts';
import type { OrderRow } from '#server/orders/tables.ts';

/**
 * Whether an order's amounts are right for the parcel's destination; true while that is unknown.
 */
export function isPricedForDestination(
  rules: SellingRules,
  order: OrderRow,
  destination: Destination | null,
): boolean {
  const { ship_country, ship_region, ship_postal_code, delivery_rate_name } = order;
  if (!destination) return true;
  if (ship_country !== null) {
    const from = toDestination(ship_country, ship_region, ship_postal_code);
    return isPricedAlike(rules, from, destination);
  }
  // Ordered before any selling rules existed, so the amounts never depended on them.
  return delivery_rate_name === null || isPricedAlike(rules, null, destination);
}
