import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkout, startSandbox, stripeAt, submitPayment } from '../fixtures/start-sandbox.ts';
import { ofType, receiveWebhooks, WEBHOOK_SECRET } from '../fixtures/webhook-receiver.ts';
import { listenSandbox } from '../listen.ts';

const QUICK = [1, 1, 1];
const COMPLETED = ofType('checkout.session.completed');

async function startWithWebhooks({ retryAfterMs = QUICK }: { retryAfterMs?: number[] } = {}) {
  const receiver = await receiveWebhooks();
  const webhook = { url: receiver.url, secret: WEBHOOK_SECRET };
  const started = await startSandbox({ stripe: { webhook, retryAfterMs } });
  const pay = async () => {
    const session = await started.stripe.checkout.sessions.create(checkout());
    await submitPayment(session);
    return session;
  };
  return { ...started, receiver, pay };
}

describe('webhooks', () => {
  it('tell of a payment, signed as the official SDK demands, whether or not the customer returns', async () => {
    const { receiver, pay, stripe } = await startWithWebhooks();
    const session = await pay();
    const arrived = await receiver.arrived(4);
    expect(arrived.map(({ event }) => event.type).sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ]);
    const [completed] = arrived.filter(COMPLETED);
    expect(completed?.event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: {
        object: { id: session.id, payment_status: 'paid', metadata: { order_id: 'order-1' } },
      },
    });
    expect(completed?.headers['stripe-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const stored = await stripe.events.retrieve(completed?.event.id ?? '');
    expect(stored.data.object).toEqual(completed?.event.data.object);
  });

  it('are retried until the shop answers 2xx', async () => {
    const { receiver, pay } = await startWithWebhooks();
    receiver.answer = (index) => (index < 8 ? 500 : 200);
    await pay();
    const arrived = await receiver.arrived(12);
    const tries = arrived.filter(COMPLETED);
    expect(tries.length).toBeGreaterThanOrEqual(2);
    expect(new Set(tries.map(({ event }) => event.id)).size).toBe(1);
  });

  it('treat a redirect as a failure and eventually give up', async () => {
    const { receiver, pay, stripe } = await startWithWebhooks();
    receiver.answer = () => 302;
    await pay();
    await receiver.arrived(4 * (QUICK.length + 1));
    const undelivered = await stripe.events.list({ delivery_success: false });
    expect(undelivered.data).toHaveLength(4);
  });

  it('survive a restart of the sandbox', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const receiver = await receiveWebhooks();
    const webhook = { url: receiver.url, secret: WEBHOOK_SECRET };
    // The shop hangs: it doesn't respond before the sandbox is stopped.
    receiver.answer = () => new Promise(() => {});

    const before = await listenSandbox({ dataDir, stripe: { webhook } });
    const session = await stripeAt(before).checkout.sessions.create(checkout(), {
      idempotencyKey: 'k',
    });
    await submitPayment(session);
    const unanswered = await receiver.arrived(4);
    await before.close();

    receiver.answer = () => 200;
    const after = await startSandbox({ dataDir, stripe: { webhook } });
    const all = await receiver.arrived(8);
    const ids = (some: typeof all) => some.map(({ event }) => event.id).sort();
    expect(ids(all.slice(4))).toEqual(ids(unanswered));

    const replay = await after.stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'k' });
    expect(replay.id).toBe(session.id);
    const paid = await after.stripe.checkout.sessions.retrieve(session.id);
    expect(paid.payment_status).toBe('paid');
  });

  it('can be sent again by hand', async () => {
    const { receiver, pay, sandbox } = await startWithWebhooks();
    await pay();
    const [first] = await receiver.arrived(1, COMPLETED);
    await fetch(`${sandbox.url}/stripe/control/events/${first?.event.id}/resend`, {
      method: 'POST',
    });
    const both = await receiver.arrived(2, COMPLETED);
    expect(both[1]?.event.id).toBe(first?.event.id);
  });

  it('are delivered several times on request', async () => {
    const { receiver, pay, chaos } = await startWithWebhooks();
    await chaos({ webhooks: { duplicate: 2 } });
    await pay();
    const arrived = await receiver.arrived(3, COMPLETED);
    expect(new Set(arrived.map(({ event }) => event.id)).size).toBe(1);
  });

  it('are delivered newest first on request', async () => {
    const { receiver, pay, chaos } = await startWithWebhooks();
    await chaos({ webhooks: { reorder: true } });
    await pay();
    const arrived = await receiver.arrived(4);
    expect(arrived.map(({ event }) => event.type)).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
  });

  it('are dropped for good on request', async () => {
    const { receiver, pay, chaos, stripe } = await startWithWebhooks();
    await chaos({ webhooks: { drop: 4 } });
    const lost = await pay();
    const told = await pay();
    await receiver.arrived(4);
    expect(receiver.received.filter(COMPLETED).map(({ event }) => event.data.object)).toMatchObject(
      [{ id: told.id }],
    );
    // Asking the API still gives the true state.
    expect((await stripe.checkout.sessions.retrieve(lost.id)).payment_status).toBe('paid');
  });
});
