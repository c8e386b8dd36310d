import { setTimeout as sleep } from 'node:timers/promises';
import type { Chaos } from './chaos.ts';
import type { Collection } from './store.ts';

/** A webhook that is still to be delivered. */
export interface Delivery {
  id: string;
  eventId: string;
  tries: number;
  /** Milliseconds. */
  nextAt: number;
}

interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** One provider's events waiting to be sent to the shop. */
export interface WebhookOutbox {
  deliveries: Collection<Delivery>;
  newId(): string;
  /** False if the shop has registered no URL: events are recorded but not sent. */
  hasEndpoint: boolean;
  /** The signed request for an event; undefined if the event is no longer stored. */
  request(eventId: string): Promise<WebhookRequest | undefined>;
  /** Records the outcome of one attempt: the response status, or why there was none. */
  note(eventId: string, outcome: number | string, delivered: boolean): void;
  /** Called when there is more to deliver. */
  onChange: Set<() => void>;
}

interface WebhookDelivery {
  /** Stops sending; what is undelivered stays in the outbox. */
  close(): void;
}

/** Milliseconds between attempts: short at first, then longer. There is one more attempt than entries. */
const RETRY_AFTER_MS = [
  1_000, 5_000, 30_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 10_800_000,
];

const TIMEOUT_MS = 20_000;
const MAX_AT_ONCE = 20;
/** With `reorder`, events are collected for this long, then the newest goes first. */
const REORDER_WINDOW_MS = 300;

/**
 * Signs and sends what is in the outbox, and retries until the shop responds with 2xx. Nothing here
 * depends on the customer's browser.
 */
export function deliverWebhooks(
  outbox: WebhookOutbox,
  chaos: Chaos,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): WebhookDelivery {
  const closing = new AbortController();
  const inFlight = new Set<string>();
  /** Deliveries of this run that the chaos settings were already applied to. */
  const admitted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const finish = (delivery: Delivery) => {
    outbox.deliveries.delete(delivery.id);
    admitted.delete(delivery.id);
  };

  /** Applies the chaos settings to each new delivery, once. */
  const admit = () => {
    for (const delivery of outbox.deliveries.values()) {
      if (admitted.has(delivery.id)) continue;
      admitted.add(delivery.id);
      if (delivery.tries > 0) continue;
      if (!outbox.hasEndpoint) {
        outbox.note(delivery.eventId, 'no endpoint', true);
        finish(delivery);
        continue;
      }
      if (chaos.takeWebhookDrop()) {
        outbox.note(delivery.eventId, 'dropped', false);
        finish(delivery);
        continue;
      }
      const { duplicate, reorder, delayMs } = chaos.webhooks();
      const nextAt = Date.now() + delayMs + (reorder ? REORDER_WINDOW_MS : 0);
      outbox.deliveries.put(delivery.id, { ...delivery, nextAt });
      for (let copy = 0; copy < duplicate; copy += 1) {
        const id = outbox.newId();
        admitted.add(id);
        outbox.deliveries.put(id, { ...delivery, id, nextAt });
      }
      if (reorder) gather(nextAt);
    }
  };

  const gather = (nextAt: number) => {
    for (const other of outbox.deliveries.values()) {
      if (other.tries === 0 && !inFlight.has(other.id))
        outbox.deliveries.put(other.id, { ...other, nextAt });
    }
  };

  const send = async (delivery: Delivery) => {
    inFlight.add(delivery.id);
    const request = await outbox.request(delivery.eventId);
    const outcome = request && (await post(request, closing.signal));
    inFlight.delete(delivery.id);
    if (closing.signal.aborted) return;
    if (outcome === undefined) return finish(delivery);

    const delivered = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
    outbox.note(delivery.eventId, outcome, delivered);
    const wait = retryAfterMs[delivery.tries];
    if (delivered || wait === undefined) return finish(delivery);
    outbox.deliveries.put(delivery.id, {
      ...delivery,
      tries: delivery.tries + 1,
      nextAt: Date.now() + wait,
    });
  };

  const work = () => {
    if (closing.signal.aborted) return;
    admit();
    const now = Date.now();
    const waiting = outbox.deliveries.values().filter(({ id }) => !inFlight.has(id));
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

  // Runs after the current turn of the event loop, so that one payment's events are handled together.
  let woken = false;
  const wake = () => {
    if (woken) return;
    woken = true;
    void sleep(0).then(() => {
      woken = false;
      work();
    });
  };

  outbox.onChange.add(wake);
  wake();

  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      outbox.onChange.delete(wake);
    },
  };
}

async function post(
  { url, headers, body }: WebhookRequest,
  closing: AbortSignal,
): Promise<number | string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers,
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
    return 'no connection';
  }
}
