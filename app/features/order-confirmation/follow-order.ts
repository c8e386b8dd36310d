import type { PaymentStatus } from '#domain/order.ts';
import type { Database } from '#supabase/database.gen.ts';

export type ConfirmedOrder = Database['public']['Tables']['orders']['Row'];

/** What the success screen shows. */
export type Confirmation =
  | { kind: 'reading' }
  /** No session id, an unknown one, or one that has expired after its day. */
  | { kind: 'missing' }
  | { kind: 'unreachable' }
  /** Some methods take minutes or days; `watching` is false once the page stops asking. */
  | { kind: 'waiting'; order: ConfirmedOrder; watching: boolean }
  /** `late`: the shop could not ask the provider again, so details may still be missing. */
  | { kind: 'paid'; order: ConfirmedOrder; late: boolean }
  /** Money arrived, but a person has to look at it first. */
  | { kind: 'review'; order: ConfirmedOrder }
  | { kind: 'unpaid'; order: ConfirmedOrder };

export interface OrderSource {
  /** The order that this session id opens, or null; 'unreachable' if it could not be requested. */
  readOrder(sessionId: string): Promise<ConfirmedOrder | null | 'unreachable'>;
  /** Makes the shop ask the provider again. False if that failed. */
  updateDetails(sessionId: string): Promise<boolean>;
  pause(milliseconds: number): Promise<void>;
}

/** About six minutes in all, with growing pauses. */
export const pauses: readonly number[] = [
  2, 3, 5, 8, 12, 20, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
].map((seconds) => seconds * 1000);

const outcomes: Record<PaymentStatus, 'waiting' | 'paid' | 'review' | 'unpaid'> = {
  pending: 'waiting',
  paid: 'paid',
  refunded: 'paid',
  partially_refunded: 'paid',
  disputed: 'paid',
  review: 'review',
  expired: 'unpaid',
  failed: 'unpaid',
};

/**
 * Follows one order from the browser's return until the payment is decided. Every step yields what
 * to show; the last one is final.
 */
export async function* followOrder(
  sessionId: string | null,
  source: OrderSource,
): AsyncGenerator<Confirmation, void, void> {
  if (!sessionId) return yield { kind: 'missing' };

  for (const pause of [...pauses, null]) {
    const found = await source.readOrder(sessionId);
    if (found === null) return yield { kind: 'missing' };
    if (found !== 'unreachable') {
      if (outcomeOf(found) === 'paid') yield { kind: 'paid', order: found, late: false };
      const updated = await source.updateDetails(sessionId);
      const current = updated ? await source.readOrder(sessionId) : found;
      const order = current === 'unreachable' || current === null ? found : current;
      const confirmation = describe(order, { late: !updated, watching: pause !== null });
      yield confirmation;
      if (confirmation.kind !== 'waiting') return;
    } else {
      yield { kind: 'unreachable' };
    }
    if (pause !== null) await source.pause(pause);
  }
}

function outcomeOf(order: ConfirmedOrder) {
  return outcomes[order.payment_status as PaymentStatus] ?? 'waiting';
}

function describe(
  order: ConfirmedOrder,
  { late, watching }: { late: boolean; watching: boolean },
): Confirmation {
  const kind = outcomeOf(order);
  if (kind === 'paid') return { kind, order, late };
  if (kind === 'waiting') return { kind, order, watching };
  return { kind, order };
}
