import { Hono } from 'hono';
import { readBody } from '#server/http/read-body.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { processEvent } from '#server/orders/payment-sync/process-event.ts';
import type { PaymentProvider } from './provider.ts';

const maxBodyBytes = 256 * 1024;

export interface WebhookReceiver {
  routes: Hono;
  /** Waits for events that were answered and are still being processed. */
  settled(): Promise<void>;
}

/**
 * A provider's signed events, at `POST /`. They are verified first, then recorded as received,
 * answered, and only then processed: "received" is not "done", so a repeated delivery of an
 * unfinished event works, and one of a finished event does nothing.
 */
export function receiveWebhooks(context: OrderContext, provider: PaymentProvider): WebhookReceiver {
  const working = new Map<string, Promise<void>>();

  function workOff(eventId: string): void {
    if (working.has(eventId)) return;
    const work = processEvent(context, provider.name, eventId)
      .then(
        () => {},
        (error) => context.log.error({ err: error, eventId }, 'An event could not be processed.'),
      )
      .finally(() => working.delete(eventId));
    working.set(eventId, work);
  }

  const routes = new Hono();
  routes.post('/', async (c) => {
    const rawBody = await readBody(c.req.raw, maxBodyBytes);
    if (!rawBody) return c.json({ error: 'too large' }, 413);
    const verified = await provider.verifyWebhook(rawBody, c.req.raw.headers);
    if (verified.kind === 'rejected') {
      context.log.warn({ provider: provider.name, reason: verified.reason }, 'Webhook refused.');
      return c.json({ error: 'not verified' }, 400);
    }
    const { eventId, type, reference, about } = verified;
    // Most are about nothing that the shop acts on: there is no more to do with them.
    const done_at = reference ? null : context.now();
    await context.db
      .insertInto('private.provider_events')
      .values({ provider: provider.name, event_id: eventId, type, reference, about, done_at })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .execute();
    if (reference) workOff(eventId);
    return c.json({ received: true });
  });
  return {
    routes,
    async settled() {
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}
