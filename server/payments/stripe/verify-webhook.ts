import type Stripe from 'stripe';
import type { RejectedWebhook, VerifiedEvent } from '../provider.ts';

/** Stripe's own recommendation, applied in both directions here. */
const toleranceSeconds = 300;

const settlingTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
]);

/**
 * The event's object is a charge, a refund or a dispute, each of which names its payment intent.
 */
const reversingTypes =
  /^(?:charge\.refunded|charge\.refund\.updated|refund\.\w+|charge\.dispute\.\w+)$/;

/**
 * Verifies `Stripe-Signature` (https://docs.stripe.com/webhooks/signature). The SDK rejects what is
 * too old; timestamps in the future are rejected here, so that a leaked signature can't be saved
 * for later.
 */
export function verifyStripeWebhook(
  stripe: Stripe,
  secret: string,
  now: () => Date,
  rawBody: Uint8Array,
  headers: Headers,
): VerifiedEvent | RejectedWebhook {
  if (secret.trim() === '') return { kind: 'rejected', reason: 'no webhook secret is configured' };
  const signature = headers.get('stripe-signature');
  if (!signature) return { kind: 'rejected', reason: 'no signature' };
  const timestamps = signature.match(/(?<=^|,)t=\d{1,12}(?=,|$)/g) ?? [];
  const signedAt = Number(timestamps[0]?.slice(2));
  if (timestamps.length !== 1 || signedAt > now().getTime() / 1000 + toleranceSeconds) {
    return { kind: 'rejected', reason: 'timestamp outside the tolerance' };
  }
  try {
    const event = stripe.webhooks.constructEvent(
      Buffer.from(rawBody),
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now().getTime(),
    );
    return {
      kind: 'event',
      eventId: event.id,
      type: event.type,
      ...subjectOf(event),
    };
  } catch {
    return { kind: 'rejected', reason: 'signature does not match' };
  }
}

function subjectOf(event: Stripe.Event): Pick<VerifiedEvent, 'reference' | 'about'> {
  const object = event.data.object as { id?: unknown; payment_intent?: unknown };
  if (settlingTypes.has(event.type)) return { reference: text(object.id), about: 'checkout' };
  const reverses = reversingTypes.test(event.type);
  return { reference: reverses ? text(object.payment_intent) : null, about: 'payment' };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
