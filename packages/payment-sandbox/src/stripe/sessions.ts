import type Stripe from 'stripe';
import { z } from 'zod';
import type { StoredSession, StripeAccount } from './account.ts';
import { noSuch, refused } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { listPage } from './list-page.ts';
import { created, pagination, readParams, text } from './params.ts';
import { type Cause, NO_REQUEST, recordEvent } from './record-event.ts';

const listSchema = z.strictObject({
  ...pagination,
  created: created.optional(),
  customer: text().optional(),
  customer_details: z.strictObject({ email: text() }).optional(),
  payment_intent: text().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

const linesSchema = z.strictObject(pagination);

export function findSession(account: StripeAccount, id: string): StoredSession {
  const stored = account.sessions.get(id);
  if (stored === undefined) throw noSuch('checkout.session', id);
  return stored;
}

export function listSessions(account: StripeAccount, params: FormObject) {
  const query = readParams(listSchema, params);
  const email = query.customer_details?.email.toLowerCase();
  return listPage(
    account.sessions.newest().map(({ session }) => session),
    query,
    {
      url: '/v1/checkout/sessions',
      noun: 'checkout.session',
      keep: (session) =>
        (query.status === undefined || session.status === query.status) &&
        (query.customer === undefined || session.customer === query.customer) &&
        (query.payment_intent === undefined || session.payment_intent === query.payment_intent) &&
        (email === undefined || session.customer_details?.email?.toLowerCase() === email),
    },
  );
}

export function listSessionLines(account: StripeAccount, id: string, params: FormObject) {
  const query = readParams(linesSchema, params);
  return listPage<Stripe.LineItem>(findSession(account, id).lines, query, {
    url: `/v1/checkout/sessions/${id}/line_items`,
    noun: 'line_item',
  });
}

/** Expires an open session, which then can't be paid anymore. */
export function expireSession(
  account: StripeAccount,
  id: string,
  cause: Cause = NO_REQUEST,
): Stripe.Checkout.Session {
  const stored = findSession(account, id);
  const { status } = stored.session;
  if (status !== 'open') {
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  const session: Stripe.Checkout.Session = { ...stored.session, status: 'expired', url: null };
  account.sessions.put(id, { ...stored, session });
  cancelIntent(account, session, cause);
  recordEvent(account, 'checkout.session.expired', session, cause);
  return session;
}

/** Expires sessions that are due; returns when the next one will be, in seconds. */
export function expireDueSessions(account: StripeAccount): number | undefined {
  let next: number | undefined;
  for (const { id } of account.sessions.values().map((stored) => stored.session)) {
    // As it is now: the event about another one may have had this one expired already.
    const { session } = findSession(account, id);
    if (session.status !== 'open') continue;
    if (session.expires_at <= account.now()) expireSession(account, session.id);
    else next = Math.min(next ?? session.expires_at, session.expires_at);
  }
  return next;
}

function cancelIntent(account: StripeAccount, session: Stripe.Checkout.Session, cause: Cause) {
  const intent = account.paymentIntents.get(String(session.payment_intent));
  if (intent === undefined) return;
  const canceled = account.paymentIntents.put(intent.id, {
    ...intent,
    canceled_at: account.now(),
    cancellation_reason: 'abandoned',
    status: 'canceled',
  });
  recordEvent(account, 'payment_intent.canceled', canceled, cause);
}
