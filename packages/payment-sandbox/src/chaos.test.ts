import { describe, expect, it } from 'vitest';
import { createChaos } from './chaos.ts';
import { checkout, startSandbox, stripeAt } from './fixtures/start-sandbox.ts';

const CREATE = 'POST /v1/checkout/sessions';

describe('chaos knobs', () => {
  it('use up their counts and are replaced as a whole', () => {
    const chaos = createChaos();
    chaos.set({ webhooks: { drop: 2 }, smtp: { reject: 1, code: 550 } });
    expect([chaos.takeWebhookDrop(), chaos.takeWebhookDrop(), chaos.takeWebhookDrop()]).toEqual([
      true,
      true,
      false,
    ]);
    expect([chaos.takeSmtpRejection(), chaos.takeSmtpRejection()]).toEqual([550, undefined]);
    chaos.set({ webhooks: { drop: true } });
    chaos.set({ smtp: { reject: 1 } });
    expect(chaos.takeWebhookDrop()).toBe(false);
    chaos.set({});
    expect(chaos.show()).toEqual({});
  });

  it('match calls by method and path, with stars', () => {
    const chaos = createChaos();
    chaos.set({
      api: [
        { match: 'GET /v1/checkout/sessions/*', delayMs: 1 },
        { match: 'POST *', delayMs: 2 },
      ],
    });
    expect(chaos.takeApiFault('GET', '/v1/checkout/sessions/cs_1')?.delayMs).toBe(1);
    expect(chaos.takeApiFault('POST', '/v1/refunds')?.delayMs).toBe(2);
    expect(chaos.takeApiFault('GET', '/v1/events')).toBeUndefined();
    expect(chaos.takeApiFault('GET', '/v1xcheckout/sessions/cs_1')).toBeUndefined();
  });

  it('refuse what they do not know and leave the old in force', () => {
    const chaos = createChaos();
    chaos.set({ webhooks: { delayMs: 5 } });
    for (const wrong of [
      null,
      'x',
      { webhook: {} },
      { webhooks: { delayMs: -1 } },
      { api: { fail: { status: 200 } } },
    ]) {
      expect(chaos.set(wrong).ok).toBe(false);
    }
    expect(chaos.webhooks().delayMs).toBe(5);
  });

  it('are set and shown over HTTP', async () => {
    const { sandbox, chaos } = await startSandbox();
    await chaos({ smtp: { reject: 3 } });
    expect(await (await fetch(`${sandbox.url}/chaos`)).json()).toEqual({
      smtp: { reject: 3, code: 451 },
    });
    await chaos({ reset: true });
    expect(await (await fetch(`${sandbox.url}/chaos`)).json()).toEqual({});
    await expect(chaos({ nonsense: 1 })).rejects.toThrow('nonsense');
  });
});

describe('chaos on the API', () => {
  it('fails so many times without doing anything', async () => {
    const { stripe, chaos } = await startSandbox();
    await chaos({ api: { match: CREATE, fail: { status: 503, times: 2 } } });
    const create = () => stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    await expect(create()).rejects.toMatchObject({ statusCode: 503 });
    await expect(create()).rejects.toMatchObject({ statusCode: 503 });
    await expect(create()).resolves.toMatchObject({ status: 'open' });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('lets the SDK retry a failure that did nothing', async () => {
    const { sandbox, chaos } = await startSandbox();
    await chaos({ api: { match: CREATE, fail: { status: 500 } } });
    const retrying = stripeAt(sandbox, { maxNetworkRetries: 1 });
    await expect(retrying.checkout.sessions.create(checkout())).resolves.toMatchObject({
      status: 'open',
    });
  });

  it('loses the answer of a call that was carried out; the key finds it again', async () => {
    const { stripe, chaos } = await startSandbox();
    // The SDK itself retries a cut connection once.
    await chaos({ api: { match: CREATE, answerLost: 2 } });
    const create = () => stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const [made] = (await stripe.checkout.sessions.list()).data;
    expect((await create()).id).toBe(made?.id);
  });

  it('delays a response after the work is done', async () => {
    const { sandbox, stripe, chaos } = await startSandbox();
    await chaos({ api: { match: CREATE, hang: { ms: 60_000 } } });
    const impatient = stripeAt(sandbox, { timeout: 1_000 });
    const attempt = impatient.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    await expect(attempt).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const [made] = (await stripe.checkout.sessions.list()).data;
    const replay = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'a' });
    expect(replay.id).toBe(made?.id);
  });
});
