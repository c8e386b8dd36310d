import type { DeliveryZone } from '#domain/delivery.ts';
import { toCents } from '#domain/money.ts';
import type { TaxClass } from '#domain/price-order.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import type { Tables } from '#server/orders/tables.ts';

/** The owner's delivery zones with their rates, and tax rates, in the order set by the owner. */
export async function readSellingRules(db: Tables): Promise<SellingRules> {
  const zones = await db
    .selectFrom('delivery_zones')
    .select(['id', 'name', 'countries', 'regions'])
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const rates = await db
    .selectFrom('delivery_rates')
    .selectAll()
    .orderBy('position')
    .orderBy('price')
    .orderBy('id')
    .execute();
  const taxes = await db.selectFrom('tax_rates').selectAll().orderBy('id').execute();
  const cents = (amount: string | null) => (amount === null ? null : toCents(amount));
  return {
    zones: zones.map(
      (zone): DeliveryZone => ({
        ...zone,
        rates: rates
          .filter(({ zone_id }) => zone_id === zone.id)
          .map((rate) => ({
            id: rate.id,
            name: rate.name,
            priceCents: toCents(rate.price),
            freeFromCents: cents(rate.free_from),
            minSubtotalCents: cents(rate.min_subtotal),
            maxSubtotalCents: cents(rate.max_subtotal),
            daysFrom: rate.days_from,
            daysTo: rate.days_to,
          })),
      }),
    ),
    taxRates: taxes.map((tax) => ({
      country: tax.country,
      region: tax.region,
      class: tax.class as TaxClass,
      percent: Math.round(Number(tax.percent) * 1000),
      included: tax.included,
      onDelivery: tax.on_delivery,
    })),
  };
}
