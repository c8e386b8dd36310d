import { setTimeout as sleep } from 'node:timers/promises';
import type { Chaos } from '../chaos.ts';
import type { Delivery, StripeAccount } from './account.ts';
import { newId } from './ids.ts';
import { signWebhook } from './sign-webhook.ts';

export interface WebhookEndpoint {
  url: string;
  secret: string;
}

interface WebhookDelivery {
  /** Stops sending; what is undelivered stays in the outbox. */
  close(): void;
}

/** Waits between the tries, in milliseconds: quick at first, then patient. One try more than entries. */
const RETRY_AFTER_MS = [
  1_000, 5_000, 30_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 10_800_000,
];

const TIMEOUT_MS = 20_000;
const MAX_AT_ONCE = 20;
/** With `reorder`, events gather so long before the newest goes first. */
const REORDER_WINDOW_MS = 300;

/**
 * Sends what the outbox holds to the endpoint, signed, and again until it answers 2xx
 * (https://docs.stripe.com/webhooks). Nothing here depends on the customer's browser.
 * Without an endpoint, events are recorded and go nowhere.
 */
export function deliverWebhooks(
  account: StripeAccount,
  endpoint: WebhookEndpoint | undefined,
  chaos: Chaos,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): WebhookDelivery {
  const closing = new AbortController();
  const inFlight = new Set<string>();
  /** Deliveries of this run that chaos has had its say about. */
  const admitted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const finish = (delivery: Delivery) => {
    account.outbox.delete(delivery.id);
    admitted.delete(delivery.id);
  };

  const note = (eventId: string, outcome: number | string, delivered: boolean) => {
    const stored = account.events.get(eventId);
    if (stored === undefined) return;
    stored.attempts.push({ at: account.now(), outcome });
    if (delivered) stored.event.pending_webhooks = 0;
    account.events.put(eventId, stored);
  };

  /** Applies chaos to new deliveries, once each. */
  const admit = () => {
    for (const delivery of account.outbox.values()) {
      if (admitted.has(delivery.id)) continue;
      admitted.add(delivery.id);
      if (delivery.tries > 0) continue;
      if (endpoint === undefined) {
        note(delivery.eventId, 'no endpoint', true);
        finish(delivery);
        continue;
      }
      if (chaos.takeWebhookDrop()) {
        note(delivery.eventId, 'dropped', false);
        finish(delivery);
        continue;
      }
      const { duplicate, reorder, delayMs } = chaos.webhooks();
      const nextAt = Date.now() + delayMs + (reorder ? REORDER_WINDOW_MS : 0);
      account.outbox.put(delivery.id, { ...delivery, nextAt });
      for (let copy = 0; copy < duplicate; copy += 1) {
        const id = newId('dlv_');
        admitted.add(id);
        account.outbox.put(id, { ...delivery, id, nextAt });
      }
      if (reorder) gather(nextAt);
    }
  };

  const gather = (nextAt: number) => {
    for (const other of account.outbox.values()) {
      if (other.tries === 0 && !inFlight.has(other.id))
        account.outbox.put(other.id, { ...other, nextAt });
    }
  };

  const send = async (delivery: Delivery) => {
    const stored = account.events.get(delivery.eventId);
    if (stored === undefined || endpoint === undefined) return finish(delivery);
    inFlight.add(delivery.id);
    const body = JSON.stringify({ ...stored.event, pending_webhooks: 1 }, null, 2);
    const outcome = await post(endpoint, body, account.now(), closing.signal);
    inFlight.delete(delivery.id);
    if (closing.signal.aborted) return;

    const delivered = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
    note(delivery.eventId, outcome, delivered);
    const wait = retryAfterMs[delivery.tries];
    if (delivered || wait === undefined) return finish(delivery);
    account.outbox.put(delivery.id, {
      ...delivery,
      tries: delivery.tries + 1,
      nextAt: Date.now() + wait,
    });
  };

  const work = () => {
    if (closing.signal.aborted) return;
    admit();
    const now = Date.now();
    const waiting = account.outbox.values().filter(({ id }) => !inFlight.has(id));
    const due = waiting.filter(({ nextAt }) => nextAt <= now);
    if (chaos.webhooks().reorder) {
      if (inFlight.size === 0) startNext(due.at(-1));
    } else {
      for (const delivery of due.slice(0, MAX_AT_ONCE - inFlight.size)) startNext(delivery);
    }
    const soonest = Math.min(...waiting.filter(({ nextAt }) => nextAt > now).map((d) => d.nextAt));
    clearTimeout(timer);
    if (Number.isFinite(soonest)) timer = setTimeout(work, soonest - now).unref();
  };

  const startNext = (delivery: Delivery | undefined) => {
    if (delivery !== undefined) void send(delivery).finally(work);
  };

  // After the present turn, so that the events of one payment are seen together.
  let woken = false;
  const wake = () => {
    if (woken) return;
    woken = true;
    void sleep(0).then(() => {
      woken = false;
      work();
    });
  };

  account.onChange.add(wake);
  wake();

  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      account.onChange.delete(wake);
    },
  };
}

async function post(
  endpoint: WebhookEndpoint,
  body: string,
  at: number,
  closing: AbortSignal,
): Promise<number | string> {
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(body, endpoint.secret, at),
        'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks) sandbox',
      },
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
    return 'no connection';
  }
}
