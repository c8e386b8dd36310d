import { z } from './zod.ts';

/** Carriers whose parcels can be followed by a link; any other name may be typed. */
export const carriers = ['USPS', 'UPS', 'FedEx', 'DHL'] as const;

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
