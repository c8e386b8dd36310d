import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { verifyStripeWebhook } from './verify-webhook.ts';

const stripe = new Stripe('sk_test_x');
const secret = 'whsec_test';
const now = new Date('2026-11-20T12:00:00Z');
const at = now.getTime() / 1000;
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1' } },
});

function sign(timestamp: number, payload = body, signedWith = secret): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp });
}

function verify(signature: string | null, payload = body, configured = secret) {
  const headers = new Headers(signature === null ? {} : { 'stripe-signature': signature });
  return verifyStripeWebhook(stripe, configured, () => now, Buffer.from(payload), headers);
}

it('accepts a signed event and takes its id, type and session', () => {
  for (const timestamp of [at, at - 300, at + 300]) {
    expect(verify(sign(timestamp))).toEqual({
      kind: 'event',
      eventId: 'evt_1',
      type: 'checkout.session.completed',
      reference: 'cs_1',
      about: 'checkout',
    });
  }
});

it.each([
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
])('takes the payment from %s', (type) => {
  const reversed = JSON.stringify({
    id: 'evt_2',
    object: 'event',
    type,
    data: { object: { id: 'x_1', payment_intent: 'pi_1' } },
  });
  expect(verify(sign(at, reversed), reversed)).toMatchObject({
    reference: 'pi_1',
    about: 'payment',
  });
});

it('takes no reference from an event that settles nothing', () => {
  const other = body.replace('checkout.session.completed', 'charge.succeeded');
  expect(verify(sign(at, other), other)).toMatchObject({ kind: 'event', reference: null });
});

it.each([
  ['no signature', null],
  ['an empty signature', ''],
  ['nonsense', 'nonsense'],
  ['another secret', sign(at, body, 'whsec_other')],
  ['another body', sign(at, `${body} `)],
  ['too old', sign(at - 301)],
  ['from the future', sign(at + 301)],
  ['two timestamps', `t=${at},${sign(at)}`],
  ['a timestamp that is none', sign(at).replace(/t=\d+/, 't=abc')],
  ['only an old scheme', sign(at).replace('v1=', 'v0=')],
])('refuses %s', (_what, signature) => {
  expect(verify(signature)).toMatchObject({ kind: 'rejected' });
});

it.each(['', ' '])('fails closed with the secret %j', (configured) => {
  const signature = sign(at, body, configured || 'x');
  expect(verify(signature, body, configured)).toMatchObject({ kind: 'rejected' });
});

it('refuses a signed body that is no event', () => {
  expect(verify(sign(at, '{'), '{')).toMatchObject({ kind: 'rejected' });
});
