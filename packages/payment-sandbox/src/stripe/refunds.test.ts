import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkout, startSandbox, submitPayment } from '../fixtures/start-sandbox.ts';

async function pay(stripe: Stripe, card = '4242424242424242') {
  const session = await stripe.checkout.sessions.create(checkout());
  await submitPayment(session, { card });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  return { intent: intent.id, charge: (intent.latest_charge as Stripe.Charge).id };
}

describe('refunds', () => {
  it('refunds everything when no amount is given, and only once', async () => {
    const { stripe } = await startSandbox();
    const { intent, charge } = await pay(stripe);
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      reason: 'requested_by_customer',
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 5_998,
      charge,
      payment_intent: intent,
      status: 'succeeded',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 5_998,
      refunded: true,
    });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('refunds parts until nothing is left, never more', async () => {
    const { stripe } = await startSandbox();
    const { charge } = await pay(stripe);
    await stripe.refunds.create({ charge, amount: 1_000 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 1_000,
      refunded: false,
    });
    await expect(stripe.refunds.create({ charge, amount: 4_999 })).rejects.toThrow(
      'Refund amount ($49.99) is greater than unrefunded amount on charge ($49.98)',
    );
    await stripe.refunds.create({ charge, amount: 4_998 });
    const expanded = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(expanded.refunded).toBe(true);
    expect(expanded.refunds?.data.map(({ amount }) => amount)).toEqual([4_998, 1_000]);
    expect((await stripe.refunds.list({ charge })).data).toHaveLength(2);
  });

  it.each<[string, Stripe.RefundCreateParams, object]>([
    ['nothing named', {}, { code: 'parameter_missing' }],
    ['an unknown charge', { charge: 'ch_none' }, { code: 'resource_missing', statusCode: 404 }],
    [
      'amount 0',
      { charge: 'ch_none', amount: 0 },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    ['a reason that is none', { charge: 'ch_none', reason: 'regret' }, { param: 'reason' }],
  ])('refuses %s', async (_name, params, expected) => {
    const { stripe } = await startSandbox();
    await expect(stripe.refunds.create(params)).rejects.toMatchObject(expected);
  });

  it('refuses a payment that was never made', async () => {
    const { stripe } = await startSandbox();
    const { intent } = await payDeclined(stripe);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toThrow(
      /does not have a successful charge/,
    );
  });

  it('sends an event for each refund, including those made by a call', async () => {
    const { stripe } = await startSandbox();
    const { charge } = await pay(stripe);
    const refund = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: 'r1' });
    const [refunded, created] = (await stripe.events.list({ limit: 2 })).data;
    expect(created).toMatchObject({ type: 'refund.created', data: { object: { id: refund.id } } });
    expect(refunded).toMatchObject({
      type: 'charge.refunded',
      data: { object: { id: charge, amount_refunded: 100 } },
      request: { id: refund.lastResponse.requestId, idempotency_key: 'r1' },
    });
  });

  it('may stay pending and then fail, which gives the amount back to the charge', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { charge } = await pay(stripe, '4000000000007726');
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe('pending');
    await control(sandbox.url, `refunds/${refund.id}/settle`, { status: 'failed' });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    const types = (await stripe.events.list({ type: 'refund.*' })).data.map(({ type }) => type);
    expect(types).toEqual(['refund.updated', 'refund.failed', 'refund.created']);
  });
});

describe('disputes', () => {
  it('are opened by the bank, block refunds and are closed', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { intent, charge } = await pay(stripe);
    await control(sandbox.url, 'disputes', { payment_intent: intent, reason: 'fraudulent' });
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    expect(dispute).toMatchObject({
      amount: 5_998,
      charge,
      reason: 'fraudulent',
      status: 'needs_response',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_disputed',
    });

    await control(sandbox.url, `disputes/${dispute?.id}/close`, { status: 'won' });
    expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'won' });
    // The charge stays `disputed`, but the money is back and can be refunded.
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
    const types = (await stripe.events.list({ type: 'charge.dispute.*' })).data.map(
      ({ type }) => type,
    );
    expect(types).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
  });

  it('open automatically with the dispute test card', async () => {
    const { stripe } = await startSandbox();
    const { charge } = await pay(stripe, '4000000000000259');
    expect((await stripe.disputes.list({ charge })).data).toHaveLength(1);
  });

  it('can be given up by the merchant', async () => {
    const { stripe } = await startSandbox();
    const { charge } = await pay(stripe, '4000000000000259');
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    expect(await stripe.disputes.close(dispute?.id ?? '')).toMatchObject({ status: 'lost' });
  });
});

async function payDeclined(stripe: Stripe) {
  return pay(stripe, '4000000000000002');
}

async function control(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/stripe/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
