import { type ParcelResult, shipOrderRequest } from '#domain/shipment.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { shipOrder } from './ship-order.ts';

/**
 * Ships orders one after another, each in its own transaction. A refusal doesn't hold up the
 * others, and a list that was interrupted can be sent again unchanged.
 */
export async function shipOrders(
  context: OrderContext,
  parcels: readonly unknown[],
  shippedBy: string | null,
): Promise<ParcelResult[]> {
  const results: ParcelResult[] = [];
  for (const parcel of parcels) results.push(await shipOne(context, parcel, shippedBy));
  return results;
}

async function shipOne(
  context: OrderContext,
  parcel: unknown,
  shippedBy: string | null,
): Promise<ParcelResult> {
  const read = shipOrderRequest.safeParse(parcel);
  if (!read.success) {
    const field = String(read.error.issues[0]?.path[0] ?? 'parcel');
    return {
      orderId: String((parcel as { orderId?: unknown } | null)?.orderId ?? ''),
      outcome: 'refused',
      code: 'invalid_request',
      message: `${words[field] ?? field} is missing or not valid.`,
    };
  }
  const { orderId } = read.data;
  const shipped = await shipOrder(context, { ...read.data, shippedBy, onlyFirst: true });
  if (shipped.kind === 'refused') {
    return { orderId, outcome: 'refused', code: shipped.code, message: shipped.message };
  }
  return { orderId, outcome: shipped.details.alreadyShipped ? 'recorded' : 'shipped' };
}

const words: Record<string, string> = {
  carrier: 'The carrier',
  trackingNumber: 'The tracking number',
};
