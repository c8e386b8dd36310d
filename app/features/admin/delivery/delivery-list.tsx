import { ButtonLink } from '#app/components/ui/button.tsx';
import { countryName } from '#domain/countries.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { RowLink } from '../table/row-link.tsx';
import { RuleList, RuleRow, useRules } from '../table/rule-list.tsx';

type Zone = RowOf<'delivery_zones'>;
type Rate = RowOf<'delivery_rates'>;

export function DeliveryList() {
  const zones = useRules('delivery_zones', 'position');
  const rates = useRules('delivery_rates', 'position');
  return (
    <>
      <ScreenHeading title="Delivery">
        <ButtonLink to="/admin/delivery/zones/new">Add zone</ButtonLink>
      </ScreenHeading>
      {zones.data && zones.data.length > 0 ? (
        <div className="space-y-8">
          {zones.data.map((zone) => (
            <ZoneSection key={zone.id} zone={zone} all={zones.data} rates={rates} />
          ))}
        </div>
      ) : (
        <RuleList
          label="Delivery zones"
          rules={zones}
          failed="The delivery zones could not be loaded."
          empty={
            <p>
              No zones yet: delivery costs nothing and goes to the countries of the settings. Add a
              zone for each part of the world with prices of its own. From the first zone on, orders
              go nowhere else.
            </p>
          }
          row={() => null}
        />
      )}
    </>
  );
}

function ZoneSection({
  zone,
  all,
  rates,
}: {
  zone: Zone;
  all: readonly Zone[];
  rates: ReturnType<typeof useRules<'delivery_rates'>>;
}) {
  const { remove } = useRowActions('delivery_zones');
  const own = {
    ...rates,
    // In the order in which checkout offers them.
    data: rates.data
      ?.filter(({ zone_id }) => zone_id === zone.id)
      .sort((one, other) => one.position - other.position || one.price - other.price),
  };
  const shared = all.find((other) => other.id !== zone.id && overlap(zone, other));
  const removeZone = () =>
    remove({
      title: `Delete the zone ${zone.name}?`,
      text:
        all.length === 1
          ? 'Its rates are deleted too, and delivery is free again.'
          : 'Its rates are deleted too, and orders can no longer go there.',
      done: 'Zone deleted',
      failed: 'Failed to delete the zone',
      from: 'delivery_zones',
      rows: [zone],
    });
  return (
    <section aria-label={zone.name}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 break-words">
          <h2 className="font-sans text-base font-semibold">
            <RowLink to={`/admin/delivery/zones/${zone.id}`}>{zone.name}</RowLink>
          </h2>
          <p className="text-sm text-ink-soft">
            {zone.countries.map(countryName).join(', ')}
            {zone.regions.length > 0 ? `, only ${zone.regions.join(', ')}` : ''}
          </p>
          {shared ? (
            <p className="text-sm font-medium text-danger">
              “{shared.name}” names the same places. The first of the two applies.
            </p>
          ) : null}
        </div>
        <ButtonLink
          to={`/admin/delivery/rates/new?zone=${zone.id}`}
          variant="secondary"
          aria-label={`Add rate to ${zone.name}`}
        >
          Add rate
        </ButtonLink>
        <EditAndDelete
          name={zone.name}
          to={`/admin/delivery/zones/${zone.id}`}
          onDelete={() => void removeZone()}
        />
      </div>
      <RuleList
        label={`Rates of ${zone.name}`}
        rules={own}
        failed="The rates could not be loaded."
        empty={
          <p className="rounded-md border border-danger bg-danger-soft p-4 font-medium text-danger">
            Nobody can order to this zone: it has no rate yet.
          </p>
        }
        row={(rate) => <RateRow rate={rate} />}
      />
    </section>
  );
}

function RateRow({ rate }: { rate: Rate }) {
  const { remove } = useRowActions('delivery_rates');
  const removeRate = () =>
    remove({
      title: `Delete the rate ${rate.name}?`,
      text: 'It will no longer be offered. Earlier orders are not affected.',
      done: 'Rate deleted',
      failed: 'Failed to delete the rate',
      from: 'delivery_rates',
      rows: [rate],
    });
  return (
    <RuleRow
      title={<RowLink to={`/admin/delivery/rates/${rate.id}`}>{rate.name}</RowLink>}
      lines={[describeRate(rate)]}
      actions={
        <EditAndDelete
          name={rate.name}
          to={`/admin/delivery/rates/${rate.id}`}
          onDelete={() => void removeRate()}
        />
      }
    />
  );
}

function describeRate(rate: Rate): string {
  const { price, free_from, min_subtotal, max_subtotal, days_from, days_to } = rate;
  const money = (amount: number) => formatMoney(toCents(amount));
  return [
    price === 0 ? 'Free' : money(price),
    free_from === null || price === 0 ? '' : `free from ${money(free_from)}`,
    min_subtotal === null ? '' : `for orders of ${money(min_subtotal)} or more`,
    max_subtotal === null ? '' : `for orders up to ${money(max_subtotal)}`,
    describeDays(days_from, days_to),
  ]
    .filter(Boolean)
    .join(', ');
}

function describeDays(from: number | null, to: number | null): string {
  const days = [...new Set([from, to])].filter((day) => day !== null);
  return days.length === 0 ? '' : `${days.join(' to ')} ${days.at(-1) === 1 ? 'day' : 'days'}`;
}

/** Whether an address could match both zones, with neither being more specific. */
function overlap(one: Zone, other: Zone): boolean {
  if (!one.countries.some((code) => other.countries.includes(code))) return false;
  if (one.regions.length === 0 || other.regions.length === 0) {
    return one.regions.length === other.regions.length;
  }
  return one.regions.some((code) => other.regions.includes(code));
}
