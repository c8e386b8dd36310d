import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { createAddressLimiter } from '#server/http/rate-limiter.ts';
import { readBody } from '#server/http/read-body.ts';
import { limits } from '#server/limits.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { processReceived, type ReceivedEvent, receiveEvent } from './process-event.ts';

const maxBodyBytes = 256 * 1024;

export interface WebhookReceiver {
  routes: Hono;
  /** Waits for events that were answered and are still being processed. */
  settled(): Promise<void>;
}

/**
 * Receives a provider's signed events at `POST /`. They are verified first, then recorded as
 * received, answered, and only then processed. "Received" is not "done", so a repeated delivery of
 * an unfinished event is processed, and one of a finished event does nothing. A sender of many that
 * fail verification is refused for a while, before a body is read.
 */
export function receiveWebhooks(context: OrderContext, provider: PaymentProvider): WebhookReceiver {
  const working = new Map<string, Promise<void>>();
  const countFailure = createAddressLimiter(null, 'failed webhooks', limits.failedWebhooks);
  /** Senders by address, each until it may try again. */
  const refused = new LRUCache<string, true>({ max: 10_000, ttl: 1 });

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
    if (refused.has(sender)) {
      const retryAfter = Math.max(1, Math.ceil(refused.getRemainingTTL(sender) / 1000));
      return c.json({ error: 'too many' }, 429, { 'retry-after': String(retryAfter) });
    }
    const rawBody = await readBody(c.req.raw, maxBodyBytes);
    if (!rawBody) return c.json({ error: 'too large' }, 413);
    const verified = await provider.verifyWebhook(rawBody, c.req.raw.headers);
    if (verified.kind === 'rejected') {
      context.log.warn({ provider: provider.name, reason: verified.reason }, 'Webhook refused.');
      const seconds = await countFailure(sender);
      if (seconds > 0) refused.set(sender, true, { ttl: seconds * 1000 });
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
