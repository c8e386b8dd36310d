import { type OrderStatus, readOrderLines } from './order.ts';
import { quantitiesLeft } from './refund-parts.ts';
import { z } from './zod.ts';

/** Carriers with tracking links; any other name may be typed. */
export const carriers = ['USPS', 'UPS', 'FedEx', 'DHL'] as const;

/** Statuses of an order that has left. */
export const shippedStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'completed'];

/** Whether a batch with this status must not be shipped. */
export function isWithheld(status: string): boolean {
  return status !== 'released';
}

/** 'Batch SH2041 was recalled', of a batch that is withheld. */
export function describeWithheldBatch({ code, status }: { code: string; status: string }): string {
  const was = status === 'draft' ? 'is not released' : `was ${status}`;
  return `Batch ${code} ${was}`;
}

/**
 * The batches that must not be shipped among those noted for an order's lines, each once. A line
 * that refunds have left nothing of does not ship. `refunded` holds the parts named by refunds that
 * have not failed.
 */
export function withheldBatches<Batch extends { code: string; status: string }>(
  orderItems: unknown,
  refunded: readonly unknown[],
  noted: readonly { line: number; batch: Batch | null }[],
): Batch[] {
  const left = quantitiesLeft(readOrderLines(orderItems), refunded);
  const withheld = noted.flatMap(({ line, batch }) =>
    batch && isWithheld(batch.status) && (left[line] ?? 0) > 0 ? [batch] : [],
  );
  return [...new Map(withheld.map((batch) => [batch.code, batch])).values()];
}

/** How many orders one packing list can hold and ship at once. */
export const maxPacked = 500;

/** The carriers' own tracking pages. */
const trackingPages: Record<string, string> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
};

/** The link to track a parcel; null for a carrier without a known page. */
export function trackingUrl(carrier: string, trackingNumber: string): string | null {
  const page = trackingPages[carrier.trim().toLowerCase()];
  return page ? page + encodeURIComponent(trackingNumber) : null;
}

/** Body of `ship-order`; unknown fields are ignored. */
export const shipOrderRequest = z.object({
  orderId: z.guid(),
  carrier: z.string().trim().min(1).max(60),
  trackingNumber: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^[\p{L}\p{N} ./-]+$/u),
  /** The order as the sender saw it. If given, an order that has changed since is not shipped. */
  seen: z
    .object({
      updatedAt: z.iso.datetime({ offset: true }),
      /** Total of all refunds that have not failed. */
      refundedCents: z.number().int().min(0),
    })
    .optional(),
  /** Codes of recalled or blocked batches that the sender knows are in the parcel. */
  confirmedBatches: z.array(z.string().max(64)).max(200).optional(),
});

/** How many parcels one call of `ship-orders` accepts; longer lists are split into several calls. */
export const parcelsAtOnce = 20;

/** Body of `ship-orders`; each parcel is a body of `ship-order` and is validated on its own. */
export const shipOrdersRequest = z.object({
  parcels: z.array(z.unknown()).min(1).max(parcelsAtOnce),
});

/** The outcome for one parcel of `ship-orders`, in the order they were sent. */
export interface ParcelResult {
  orderId: string;
  /** `recorded`: already by an earlier call; no second email was sent. */
  outcome: 'shipped' | 'recorded' | 'refused';
  /** For a refusal; `message` gives the reason, in words for the owner. */
  code?: string;
  message?: string;
}
