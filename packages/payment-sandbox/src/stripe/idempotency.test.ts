import { describe, expect, it } from 'vitest';
import { checkout, startSandbox, stripeAt, submitPayment } from '../fixtures/start-sandbox.ts';
import { openStore } from '../store.ts';
import { openAccount } from './account.ts';
import { createIdempotency, type KeyedCall } from './idempotency.ts';

const CREATE = 'POST /v1/checkout/sessions';

describe('an idempotency key', () => {
  it('replays the first answer and makes nothing new', async () => {
    const { stripe } = await startSandbox();
    const first = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    const second = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('replays the answer as it was, not as the object is now', async () => {
    const { stripe } = await startSandbox();
    const session = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    await submitPayment(session);
    const replay = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    expect(replay.status).toBe('open');
  });

  it('makes one session of 50 calls at once', async () => {
    const { sandbox, stripe } = await startSandbox();
    const retrying = stripeAt(sandbox, { maxNetworkRetries: 5 });
    const calls = Array.from({ length: 50 }, () =>
      retrying.checkout.sessions.create(checkout(), { idempotencyKey: 'same' }),
    );
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('refuses other parameters and other addresses', async () => {
    const { stripe } = await startSandbox();
    await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    const otherParams = stripe.checkout.sessions.create(
      checkout({ client_reference_id: 'order-2' }),
      { idempotencyKey: 'a' },
    );
    await expect(otherParams).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    const otherAddress = stripe.refunds.create({ charge: 'ch_1' }, { idempotencyKey: 'a' });
    await expect(otherAddress).rejects.toMatchObject({ rawType: 'idempotency_error' });
  });

  it('is in use while the first call is running', async () => {
    const idempotency = createIdempotency(openAccount(openStore(), Date.now));
    const call: KeyedCall = {
      key: 'a',
      method: 'POST',
      path: '/v1/refunds',
      params: {},
      requestId: 'req_1',
    };
    const answer = { status: 200, body: {}, executed: true };
    const running = Promise.withResolvers<typeof answer>();
    const first = idempotency.run(call, () => running.promise);
    await expect(idempotency.run(call, async () => answer)).rejects.toMatchObject({
      status: 409,
      details: { code: 'idempotency_key_in_use' },
    });
    running.resolve(answer);
    expect(await first).toEqual(answer);
    expect(await idempotency.run(call, () => Promise.reject())).toMatchObject({
      replayOf: 'req_1',
    });
  });

  it('forgets parameters that were refused before anything ran', async () => {
    const { stripe } = await startSandbox();
    const wrong = checkout({ success_url: '/thanks' });
    await expect(stripe.checkout.sessions.create(wrong, { idempotencyKey: 'a' })).rejects.toThrow();
    const right = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    expect(right.status).toBe('open');
  });

  it('remembers an error after execution, a 500 too', async () => {
    const { stripe, chaos } = await startSandbox();
    await chaos({ api: { match: CREATE, fail: { status: 500, executed: true } } });
    const create = () => stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await expect(create()).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    });
    // The session exists anyway: the outcome was unknown to the caller.
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);

    const refund = () => stripe.refunds.create({ charge: 'ch_none' }, { idempotencyKey: 'b' });
    await expect(refund()).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(refund()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
  });

  it('is free again after a day', async () => {
    let now = Date.now();
    const { stripe } = await startSandbox({ now: () => now });
    const first = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    now += 25 * 3_600_000;
    const second = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    expect(second.id).not.toBe(first.id);
  });

  it('may be 255 characters long', async () => {
    const { stripe } = await startSandbox();
    const create = (length: number) =>
      stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'k'.repeat(length) });
    await expect(create(256)).rejects.toMatchObject({ statusCode: 400 });
    await expect(create(255)).resolves.toMatchObject({ status: 'open' });
  });
});
