import { expect, vi } from 'vitest';

/** A signed event exactly as a provider sent it, byte for byte. */
export interface Delivery {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Holds the webhooks that providers send, so that a test decides when and how often to deliver
 * them.
 */
export interface WebhookTrap {
  /** Responds 200 and stores the event. */
  take(request: Request): Promise<Response>;
  /** Waits until an event about each reference has arrived, and returns them all. */
  collect(references: readonly string[]): Promise<Delivery[]>;
}

export function createWebhookTrap(): WebhookTrap {
  const deliveries: Delivery[] = [];
  return {
    async take(request) {
      deliveries.push({
        path: new URL(request.url).pathname,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      });
      return Response.json({ received: true });
    },
    async collect(references) {
      await vi.waitFor(
        () => {
          const missing = references.filter(
            (reference) => !deliveries.some(({ body }) => body.includes(reference)),
          );
          expect(missing).toEqual([]);
        },
        { timeout: 120_000, interval: 50 },
      );
      return [...deliveries];
    },
  };
}
