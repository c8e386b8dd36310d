import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { alwaysRestore, useStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { orderNumber } from '#domain/order.ts';
import { carriers, describeWithheldBatch, trackingUrl } from '#domain/shipment.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { listKey } from '../table/use-list.ts';
import { describeAllOrderChanges } from './order-changes.ts';
import type { WholeOrder } from './read-order.ts';
import { refundedCents } from './timeline.ts';
import { orderKey } from './use-order-actions.tsx';
import { withheldOf } from './withheld-orders.ts';

interface TypedParcel {
  carrier: string;
  trackingNumber: string;
}

function isSame(typed: TypedParcel | null, sent: TypedParcel): boolean {
  return typed?.carrier === sent.carrier && typed.trackingNumber === sent.trackingNumber;
}

/** Records a parcel: the order is marked as shipped and the customer gets an email. */
export function ShipForm({ whole }: { whole: WholeOrder }) {
  const { order, shipments } = whole;
  const [typed, setTyped] = useStoredState<TypedParcel>(`parcel:${order.id}`, alwaysRestore);
  const { carrier = '', trackingNumber = '' } = typed ?? {};
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const list = useId();
  const ship = useMutation({
    mutationFn: ({
      seen,
      confirmed,
      ...parcel
    }: TypedParcel & { seen: WholeOrder; confirmed: ReturnType<typeof withheldOf> }) =>
      calls.invoke<{ alreadyShipped: boolean }>('ship-order', {
        orderId: order.id,
        ...parcel,
        ...(confirmed.length > 0 && { confirmedBatches: confirmed.map(({ code }) => code) }),
        seen: { updatedAt: seen.order.updated_at, refundedCents: refundedCents(seen) },
      }),
    onSuccess: ({ alreadyShipped }, sent) => {
      setTyped((now) => (isSame(now, sent) ? null : now));
      showToast({
        title: alreadyShipped ? 'This shipment was already recorded' : 'Order shipped',
        description: `Order #${orderNumber(order.id)}`,
      });
    },
    onError: (error) =>
      showToast({
        title: 'Shipping failed',
        description: messageOf(error),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(order.id) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });

  const refusal = ship.error instanceof AdminFailure ? ship.error.code : null;
  const changedSince = refusal === 'order_changed' ? (ship.variables?.seen ?? null) : null;
  // What stays withheld after another refusal was confirmed already.
  const isAsked =
    refusal === 'batch_withheld' || (!ship.isSuccess && Boolean(ship.variables?.confirmed.length));
  const withheld = isAsked ? withheldOf(whole) : [];

  return (
    <section aria-label="Shipping" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Shipping</h3>
      <p className="mt-1 text-ink-soft">
        The order will be marked as shipped, and the customer will receive an email with the
        tracking number.
      </p>
      {changedSince ? (
        <div
          role="alert"
          className="mt-3 rounded-md border border-danger bg-danger-soft p-4 font-medium"
        >
          <p>This order has changed since you opened it, so nothing was shipped.</p>
          <ul className="mt-1 break-words">
            {describeAllOrderChanges(changedSince, whole).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p className="mt-1">Press the button again to ship it anyway.</p>
        </div>
      ) : null}
      {withheld.length > 0 ? (
        <div
          role="alert"
          className="mt-3 rounded-md border border-danger bg-danger-soft p-4 font-medium"
        >
          <ul className="break-words">
            {withheld.map((batch) => (
              <li key={batch.code}>{describeWithheldBatch(batch)}.</li>
            ))}
          </ul>
          <p className="mt-1">
            Nothing was shipped. Choose another batch on the Packing screen. If the parcel has left
            already, press the button again to record it.
          </p>
        </div>
      ) : null}
      {shipments.map((shipment) => {
        const url = trackingUrl(shipment.carrier, shipment.tracking_number);
        return (
          <p key={shipment.id} className="mt-2">
            {shipment.carrier}{' '}
            {url ? (
              <a href={url} target="_blank" rel="noreferrer" className="text-link">
                {shipment.tracking_number}
              </a>
            ) : (
              shipment.tracking_number
            )}
          </p>
        );
      })}
      <form
        aria-label="Ship order"
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (ship.isPending) return;
          ship.mutate({ carrier, trackingNumber, seen: whole, confirmed: withheld });
        }}
      >
        <TextField
          compact
          label="Carrier"
          name="carrier"
          list={list}
          required
          value={carrier}
          onChange={({ target }) => setTyped({ carrier: target.value, trackingNumber })}
          className="min-w-0 flex-1 basis-32"
        />
        <datalist id={list}>
          {carriers.map((carrier) => (
            <option key={carrier} value={carrier} />
          ))}
        </datalist>
        <TextField
          compact
          label="Tracking number"
          name="tracking"
          required
          value={trackingNumber}
          onChange={({ target }) => setTyped({ carrier, trackingNumber: target.value })}
          className="min-w-0 flex-2 basis-48"
        />
        <Button type="submit" aria-disabled={ship.isPending}>
          {ship.isPending ? 'Saving...' : shipments.length > 0 ? 'Add shipment' : 'Mark shipped'}
        </Button>
      </form>
    </section>
  );
}
