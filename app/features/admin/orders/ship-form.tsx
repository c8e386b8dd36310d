import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { orderNumber } from '#domain/order.ts';
import { carriers, trackingUrl } from '#domain/shipment.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { listKey } from '../table/use-list.ts';
import type { WholeOrder } from './read-order.ts';
import { orderKey } from './use-order-actions.ts';

/** Notes a parcel: the order counts as shipped and the customer gets a mail. */
export function ShipForm({ whole: { order, shipments } }: { whole: WholeOrder }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const list = useId();
  const ship = useMutation({
    mutationFn: (body: { orderId: string; carrier: string; trackingNumber: string }) =>
      calls.invoke<{ alreadyShipped: boolean }>('ship-order', body),
    onSuccess: ({ alreadyShipped }) =>
      showToast({
        title: alreadyShipped ? 'This parcel was noted before' : 'Order shipped',
        description: `Order #${orderNumber(order.id)}`,
      }),
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

  return (
    <section aria-label="Shipping" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Shipping</h3>
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
          const form = event.currentTarget;
          const fields = new FormData(form);
          if (ship.isPending) return;
          ship.mutate(
            {
              orderId: order.id,
              carrier: String(fields.get('carrier')),
              trackingNumber: String(fields.get('tracking')),
            },
            { onSuccess: () => form.reset() },
          );
        }}
      >
        <TextField
          compact
          label="Carrier"
          name="carrier"
          list={list}
          required
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
          className="min-w-0 flex-2 basis-48"
        />
        <Button type="submit" aria-disabled={ship.isPending}>
          {ship.isPending ? 'Saving...' : shipments.length > 0 ? 'Add parcel' : 'Mark shipped'}
        </Button>
      </form>
    </section>
  );
}
