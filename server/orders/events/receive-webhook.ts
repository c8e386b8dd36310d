import { networkOf, rangeOf, visitorsOfRange } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { createRateLimiter } from '#server/http/rate-limiter.ts';
import { readBody } from '#server/http/read-body.ts';
import { limits } from '#server/limits.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { processReceived, type ReceivedEvent, receiveEvent } from './process-event.ts';

const maxBodyBytes = 256 * 1024;
/** Several times what the events are that a shop acts on. */
const smallBodyBytes = 16 * 1024;

export interface WebhookReceiver {
  routes: Hono;
  /** Waits for events that were answered and are still being processed. */
  settled(): Promise<void>;
}

/**
 * Receives a provider's signed events at `POST /`. They are verified first, then recorded as
 * received, answered, and only then processed. "Received" is not "done", so a repeated delivery of
 * an unfinished event is processed, and one of a finished event does nothing.
 *
 * Of a sender of many that fail verification, only small bodies are read for a while. Those are read
 * from everybody, because the failing ones may come from the service itself: anyone can have it send
 * the events of another account here.
 */
export function receiveWebhooks(context: OrderContext, provider: PaymentProvider): WebhookReceiver {
  const working = new Map<string, Promise<void>>();
  const { count, seconds } = limits.failedWebhooks;
  const ofRange = { count: visitorsOfRange * count, seconds };
  const failures = [
    { keyOf: networkOf, count: createRateLimiter(null, 'failed webhooks', { count, seconds }) },
    { keyOf: rangeOf, count: createRateLimiter(null, 'failed webhooks of range', ofRange) },
  ];
  /** Networks and ranges, each until all of its bodies are read again. */
  const suspects = new LRUCache<string, true>({ max: 10_000, ttl: 1 });

  async function countFailure(sender: string): Promise<void> {
    for (const { keyOf, count } of failures) {
      const key = keyOf(sender);
      const wait = await count(key);
      if (wait > 0) suspects.set(key, true, { ttl: wait * 1000 });
    }
  }

  function workOff(eventId: string, event: ReceivedEvent): void {
    if (working.has(eventId)) return;
    const work = processReceived(context, provider.name, eventId, event)
      .then(
        () => {},
        (error) => context.log.error({ err: error, eventId }, 'An event could not be processed.'),
      )
      .finally(() => working.delete(eventId));
    working.set(eventId, work);
  }

  const routes = new Hono();
  routes.post('/', async (c) => {
    const sender = c.req.header('x-forwarded-for') ?? 'unknown';
    const isSuspect = failures.some(({ keyOf }) => suspects.has(keyOf(sender)));
    const rawBody = await readBody(c.req.raw, isSuspect ? smallBodyBytes : maxBodyBytes);
    if (!rawBody) {
      await countFailure(sender);
      if (!isSuspect) return c.json({ error: 'too large' }, 413);
      return c.json({ error: 'too many' }, 429, { 'retry-after': String(seconds) });
    }
    const verified = await provider.verifyWebhook(rawBody, c.req.raw.headers);
    if (verified.kind === 'rejected') {
      // The first ones say why; the log must not grow with a flood.
      if (!isSuspect) {
        context.log.warn({ provider: provider.name, reason: verified.reason }, 'Webhook refused.');
      }
      await countFailure(sender);
      return c.json({ error: 'not verified' }, 400);
    }
    const event = await receiveEvent(context, provider.name, verified);
    if (event) workOff(verified.eventId, event);
    return c.json({ received: true });
  });
  return {
    routes,
    async settled() {
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}
