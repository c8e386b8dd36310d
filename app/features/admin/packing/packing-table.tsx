import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { carriers, maxPacked } from '#domain/shipment.ts';
import { FormSection } from '../form/form-section.tsx';
import { PackingRow } from './packing-row.tsx';
import { PasteNumbers } from './paste-numbers.tsx';
import { PrintSection } from './print-section.tsx';
import { describePackingProblem, type PackedOrder } from './read-packing.ts';
import { ShipReportView } from './ship-report.tsx';
import { useLineBatches } from './use-line-batches.ts';
import { usePasting } from './use-pasting.ts';
import { useRemembered } from './use-remembered.ts';
import { useShipping } from './use-shipping.ts';
import { refuseNumber, type TrackingNumbers, useTrackingNumbers } from './use-tracking-numbers.ts';

interface PackingTableProps {
  orders: readonly PackedOrder[];
  /** When they were read, in milliseconds since 1970. */
  readAt: number;
  /** Whether others wait behind them. */
  more: boolean;
  reread: () => Promise<unknown>;
}

/** The orders to pack: what is printed of them, their tracking numbers, and shipping them all. */
export function PackingTable({ orders: shown, readAt, more, reread }: PackingTableProps) {
  const batches = useLineBatches(shown, readAt);
  const { orders } = batches;
  const tracking = useTrackingNumbers();
  const { numbers } = tracking;
  const [carrier, setCarrier] = useRemembered('carrier', '');
  const [noCarrier, setNoCarrier] = useState(false);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(
    () => new Set(shown.flatMap(({ order, waits }) => (waits ? [order.id] : []))),
  );
  const carrierField = useRef<HTMLDivElement>(null);
  const list = useId();

  const able = useMemo(
    () => orders.filter((packed) => describePackingProblem(packed) === null),
    [orders],
  );
  const chosen = useMemo(() => able.filter(({ order }) => !leftOut.has(order.id)), [able, leftOut]);
  const typed = chosen.filter(({ order }) => numbers[order.id]?.number.trim());
  const ready = typed.filter(({ order }) => !refuseNumber(numbers[order.id]?.number ?? ''));
  const sameAs = useMemo(() => firstWithNumber(chosen, numbers), [chosen, numbers]);
  const { progress, report, ship } = useShipping(tracking.forget, reread);
  const pasting = usePasting(chosen, able, tracking);
  const { paste } = pasting;

  const choose = useCallback(
    (orderId: string, isChosen: boolean) =>
      setLeftOut((before) => {
        const next = new Set(before);
        if (isChosen) next.delete(orderId);
        else next.add(orderId);
        return next;
      }),
    [],
  );
  const pasteFrom = useCallback(
    (orderId: string, text: string) => void paste(text, orderId),
    [paste],
  );

  function shipReady(): void {
    const common = carrier.trim();
    if (!common && ready.some(({ order }) => !numbers[order.id]?.carrier)) {
      setNoCarrier(true);
      carrierField.current?.querySelector('input')?.focus();
      return;
    }
    const parcels = ready.map(({ order, refundedCents }) => ({
      orderId: order.id,
      carrier: numbers[order.id]?.carrier ?? common,
      trackingNumber: numbers[order.id]?.number ?? '',
      seen: { updatedAt: order.updated_at, refundedCents },
    }));
    void ship(parcels, orders);
  }

  const outcome = report ? <ShipReportView report={report} orders={orders} /> : null;
  if (orders.length === 0) {
    return (
      <div className="space-y-6">
        {outcome}
        <p className="rounded-md border border-line bg-paper px-4 py-14 text-center text-ink-soft">
          No paid order is waiting to be shipped.
        </p>
      </div>
    );
  }

  const allChosen = able.length > 0 && chosen.length === able.length;
  return (
    <div className="space-y-6">
      {outcome}
      {more ? (
        <p className="text-sm">
          These are the {maxPacked} oldest. The next ones follow once these have shipped.
        </p>
      ) : null}
      <div className="grid gap-6 lg:grid-cols-2">
        <PrintSection packed={chosen} />
        <FormSection
          title="Tracking numbers"
          description="Type or scan them in the table below, or paste a column of a spreadsheet into its first field."
        >
          <div ref={carrierField} className="max-w-xs">
            <TextField
              compact
              label="Carrier"
              name="carrier"
              list={list}
              maxLength={60}
              value={carrier}
              error={noCarrier && !carrier.trim() ? 'Enter the carrier.' : undefined}
              hint="Remembered for next time."
              onChange={({ target }) => setCarrier(target.value)}
            />
            <datalist id={list}>
              {carriers.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </div>
          <PasteNumbers pasting={pasting} />
        </FormSection>
      </div>
      <section aria-label="Orders to pack" className="rounded-md border border-line bg-paper">
        <div className="flex flex-wrap items-center gap-x-4 border-b border-line py-1 pr-4 pl-3">
          <label className="flex min-h-11 cursor-pointer items-center gap-3 pl-3 text-sm font-semibold">
            <input
              type="checkbox"
              checked={allChosen}
              ref={(input) => {
                if (input) input.indeterminate = chosen.length > 0 && !allChosen;
              }}
              onChange={({ target }) =>
                setLeftOut(target.checked ? new Set() : new Set(able.map(({ order }) => order.id)))
              }
              className="size-4.5 accent-ink"
            />
            {able.length === 1 ? '1 order' : `All ${able.length} orders`}
          </label>
          <p className="text-sm text-ink-soft tabular-nums">
            {chosen.length} selected, {ready.length} with a tracking number
          </p>
        </div>
        {batches.stock.length > 0 ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-sm">
            <Button
              variant="secondary"
              busy={batches.busy}
              onClick={() =>
                void batches.noteSuggested(
                  orders.filter(({ order, problem }) => !problem && !leftOut.has(order.id)),
                )
              }
            >
              Note suggested batches
            </Button>
            <p className="min-w-0 flex-1 basis-64 text-ink-soft">
              For selected items without one, or with one that was recalled or blocked: the oldest
              best-before that is released. What you have noted stays. Then print.
            </p>
          </div>
        ) : null}
        <table aria-label="Orders to pack" className="admin-table w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              <th scope="col">
                <span className="sr-only">Pack</span>
              </th>
              {['Order', 'Ship to', 'Items', 'Tracking number'].map((heading) => (
                <th key={heading} scope="col" className="px-3 py-2.5 font-semibold">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {orders.map((packed) => {
              const { id } = packed.order;
              const first = sameAs.get(numbers[id]?.number.trim() ?? '');
              return (
                <PackingRow
                  key={id}
                  packed={packed}
                  chosen={!leftOut.has(id)}
                  typed={numbers[id]}
                  sameAs={first === id ? undefined : first}
                  stock={batches.stock}
                  onBatch={batches.choose}
                  onChoose={choose}
                  onType={tracking.type}
                  onPaste={pasteFrom}
                />
              );
            })}
          </tbody>
        </table>
      </section>
      <div
        data-bar
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-bone px-4 py-3 sm:mx-0"
      >
        <Button
          aria-disabled={progress !== null || ready.length === 0}
          onClick={() => ready.length > 0 && shipReady()}
        >
          {progress
            ? `Shipping ${progress.done} of ${progress.total}…`
            : ready.length === 0
              ? 'Ship orders'
              : ready.length === 1
                ? 'Ship 1 order'
                : `Ship ${ready.length} orders`}
        </Button>
        {progress ? (
          <progress
            aria-label="Shipping"
            value={progress.done}
            max={progress.total}
            className="w-40"
          />
        ) : null}
        <p className="text-sm text-ink-soft">
          {describeRest(chosen.length - typed.length, typed.length - ready.length)}
        </p>
      </div>
    </div>
  );
}

/** The first order with each tracking number. */
function firstWithNumber(
  chosen: readonly PackedOrder[],
  numbers: TrackingNumbers,
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { order } of chosen) {
    const number = numbers[order.id]?.number.trim();
    if (number && !first.has(number)) first.set(number, order.id);
  }
  return first;
}

function describeRest(without: number, wrong: number): string {
  return [
    without > 0 && `${without} without a tracking number will stay`,
    wrong > 0 && `${wrong} with an invalid number will stay`,
  ]
    .filter(Boolean)
    .join(', ');
}
