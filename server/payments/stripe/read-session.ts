import type Stripe from 'stripe';
import type { Found, NotFound, PaidList, ProviderFailure } from '../provider.ts';
import { orderIdKey } from './open-session.ts';
import { expandedFields, paymentOfSession } from './payment-of-session.ts';
import { isMissing, stripeFailure } from './stripe-failure.ts';

export async function readSession(
  stripe: Stripe,
  id: string,
): Promise<Found | NotFound | ProviderFailure> {
  try {
    const session = await stripe.checkout.sessions.retrieve(id, { expand: expandedFields });
    return { kind: 'found', reported: paymentOfSession(session) };
  } catch (error) {
    return isMissing(error) ? { kind: 'not_found' } : stripeFailure(error);
  }
}

/**
 * https://docs.stripe.com/api/checkout/sessions/expire rejects sessions that were paid or have
 * ended.
 */
export async function closeSession(
  stripe: Stripe,
  id: string,
): Promise<Found | NotFound | ProviderFailure> {
  try {
    const session = await stripe.checkout.sessions.expire(id, { expand: expandedFields });
    return { kind: 'found', reported: paymentOfSession(session) };
  } catch (error) {
    const failure = stripeFailure(error);
    return failure.kind === 'refused' ? readSession(stripe, id) : failure;
  }
}

/** Retries of a lost call may have opened it later, and our clocks may differ. */
const openedWithinSeconds = 60 * 60;
const clockSkewSeconds = 5 * 60;
const pageSize = 100;

/** Looks through the sessions created around the order's time, since sessions have no search. */
export async function findSession(
  stripe: Stripe,
  { orderId, createdAt }: { orderId: string; createdAt: Date },
): Promise<Found | NotFound | ProviderFailure> {
  const ordered = Math.floor(createdAt.getTime() / 1000);
  const created = {
    gte: ordered - clockSkewSeconds,
    lte: ordered + openedWithinSeconds + clockSkewSeconds,
  };
  try {
    for await (const session of stripe.checkout.sessions.list({ created, limit: pageSize })) {
      if (session.metadata?.[orderIdKey] === orderId) return readSession(stripe, session.id);
    }
    return { kind: 'not_found' };
  } catch (error) {
    return stripeFailure(error);
  }
}

export async function listPaidSessions(
  stripe: Stripe,
  since: Date,
): Promise<PaidList | ProviderFailure> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const payments: PaidList['payments'] = [];
  try {
    const sessions = stripe.checkout.sessions.list({
      created,
      status: 'complete',
      limit: pageSize,
    });
    for await (const session of sessions) {
      if (session.payment_status === 'unpaid') continue;
      payments.push({ reference: session.id, orderId: session.metadata?.[orderIdKey] ?? null });
    }
    return { kind: 'paid_list', payments };
  } catch (error) {
    return stripeFailure(error);
  }
}
