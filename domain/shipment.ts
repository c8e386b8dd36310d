import type { OrderStatus } from './order.ts';
import { z } from './zod.ts';

/** Carriers whose parcels can be followed by a link; any other name may be typed. */
export const carriers = ['USPS', 'UPS', 'FedEx', 'DHL'] as const;

/** States of an order that has left. */
export const leftStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'completed'];

/** How many orders one packing list holds, and ships in one action. */
export const mostPacked = 500;

/** The carriers' own tracking pages. */
const trackingPages: Record<string, string> = {
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
};

/** Where a parcel can be followed; null for a carrier without a known page. */
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
  /** The order as the sender saw it; with it, an order that has changed since is not shipped. */
  seen: z
    .object({
      updatedAt: z.iso.datetime({ offset: true }),
      /** Of every refund that has not failed. */
      refundedCents: z.number().int().min(0),
    })
    .optional(),
});

/** How many parcels one call of `ship-orders` takes; longer lists are sent in several. */
export const parcelsAtOnce = 20;

/** Body of `ship-orders`; each parcel is one of `ship-order`, looked at by itself. */
export const shipOrdersRequest = z.object({
  parcels: z.array(z.unknown()).min(1).max(parcelsAtOnce),
});

/** What became of one parcel of `ship-orders`, in the order they were sent. */
export interface ParcelResult {
  orderId: string;
  /** `recorded`: by an earlier call; no second email went out. */
  outcome: 'shipped' | 'recorded' | 'refused';
  /** Of a refusal; `message` says why, in words for the owner. */
  code?: string;
  message?: string;
}
