import { type ParcelResult, parcelsAtOnce } from '#domain/shipment.ts';
import { AdminFailure, isUnanswered, messageOf } from '../data/admin-failure.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';

export interface Parcel {
  orderId: string;
  carrier: string;
  trackingNumber: string;
  /** The order as it was shown. */
  seen: { updatedAt: string; refundedCents: number };
}

export interface Shipped {
  results: ParcelResult[];
  /** Why the rest was not sent; null if everything was. */
  stopped: string | null;
}

/** Waits before retrying a call that got no response. */
const pausesMs = [1_000, 4_000, 10_000];

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Ships parcels in groups. A call without a response is sent again: the shop records a parcel only
 * once, however often it is sent.
 */
export async function shipParcels(
  calls: AdminCalls,
  parcels: readonly Parcel[],
  onProgress: (results: readonly ParcelResult[]) => void,
  signal: AbortSignal,
  wait: (ms: number) => Promise<void> = pause,
): Promise<Shipped> {
  const results: ParcelResult[] = [];
  for (let start = 0; start < parcels.length && !signal.aborted; start += parcelsAtOnce) {
    try {
      results.push(...(await send(parcels.slice(start, start + parcelsAtOnce))));
    } catch (error) {
      return { results, stopped: messageOf(error) };
    }
    onProgress(results);
  }
  return { results, stopped: null };

  async function send(some: readonly Parcel[]): Promise<ParcelResult[]> {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await calls.invoke<{ results: ParcelResult[] }>('ship-orders', {
          parcels: some,
        });
        return answer.results;
      } catch (error) {
        const ms = pausesMs[tries];
        if (ms === undefined || !(isUnanswered(error) || isTooMany(error))) throw error;
        await wait(ms);
      }
    }
  }
}

const isTooMany = (error: unknown) => error instanceof AdminFailure && error.status === 429;
