import type { FunctionAnswer } from '#app/lib/invoke-function.ts';
import type { Destination } from '#domain/delivery.ts';
import type { OrderDetails, PaymentStatus } from '#domain/order.ts';
import { pauses } from './follow-order.ts';

/** What the wallet's success screen shows. */
export type Capture =
  | { kind: 'reading' }
  /** No token, or one that opens no order. */
  | { kind: 'missing' }
  /** The shop or the wallet did not respond; it is not known yet whether anything was charged. */
  | { kind: 'unreachable'; trying: boolean }
  /** The wallet has received the payment and is still clearing it. */
  | { kind: 'waiting'; order: OrderDetails; trying: boolean }
  | { kind: 'paid'; order: OrderDetails }
  /** Money arrived, but a person has to look at it first. */
  | { kind: 'review'; order: OrderDetails }
  /** Nothing was charged. */
  | { kind: 'declined' }
  /** Nothing was charged: the shop canceled the order, or the link to pay it, in the meantime. */
  | { kind: 'canceled' }
  /**
   * Nothing was charged: the order can no longer be filled as approved; `message` says why.
   * Includes the wallet's destination if delivery or tax differs there.
   */
  | { kind: 'changed'; message: string; destination: Destination | null }
  /** Nothing more was charged: the same cart was paid in another tab. */
  | { kind: 'already_paid' };

export interface CaptureSource {
  capture(token: string): Promise<FunctionAnswer<{ orderDetails: OrderDetails }>>;
  pause(milliseconds: number): Promise<void>;
}

const kinds: Record<PaymentStatus, 'waiting' | 'paid' | 'review' | 'declined'> = {
  pending: 'waiting',
  paid: 'paid',
  refunded: 'paid',
  partially_refunded: 'paid',
  disputed: 'paid',
  review: 'review',
  expired: 'declined',
  failed: 'declined',
};

/**
 * Requests the capture of the approved payment and asks again until it is decided. Every step
 * yields what to show; the last one is final. Repeated requests never capture twice.
 */
export async function* capturePayment(
  token: string | null,
  source: CaptureSource,
): AsyncGenerator<Capture, void, void> {
  if (!token) return yield { kind: 'missing' };
  for (const pause of [...pauses, null]) {
    const step = describe(await source.capture(token), pause !== null);
    yield step;
    if (step.kind !== 'waiting' && step.kind !== 'unreachable') return;
    if (pause !== null) await source.pause(pause);
  }
}

function describe(
  { data, failure }: FunctionAnswer<{ orderDetails: OrderDetails }>,
  trying: boolean,
): Capture {
  if (failure?.code === 'payment_declined') return { kind: 'declined' };
  if (failure?.code === 'order_cancelled') return { kind: 'canceled' };
  if (failure?.code === 'already_paid') return { kind: 'already_paid' };
  if (failure?.code === 'order_not_found' || failure?.code === 'invalid_request') {
    return { kind: 'missing' };
  }
  if (failure?.status === 409) {
    const destination = (failure.details?.destination ?? null) as Destination | null;
    return { kind: 'changed', message: failure.message, destination };
  }
  if (failure) return { kind: 'unreachable', trying };
  const order = data.orderDetails;
  const kind = kinds[order.payment_status] ?? 'waiting';
  if (kind === 'declined') return { kind };
  return kind === 'waiting' ? { kind, order, trying } : { kind, order };
}
