import type Stripe from 'stripe';
import type { RejectedWebhook, VerifiedEvent } from '../provider.ts';

/** Stripe's own recommendation, here in both directions. */
const toleranceSeconds = 300;

const settlingTypes: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
]);

/**
 * Verifies `Stripe-Signature` (https://docs.stripe.com/webhooks/signature). The SDK refuses what is
 * too old; what claims to come from the future is refused here, lest a leaked signature be kept
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
      reference: settlingTypes.has(event.type) ? objectId(event) : null,
    };
  } catch {
    return { kind: 'rejected', reason: 'signature does not match' };
  }
}

function objectId(event: Stripe.Event): string | null {
  const { object } = event.data;
  return 'id' in object && typeof object.id === 'string' ? object.id : null;
}
