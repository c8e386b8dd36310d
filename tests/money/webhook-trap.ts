import { expect, vi } from 'vitest';

/** A signed event as a provider sent it, byte for byte. */
export interface Delivery {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Keeps what providers send instead of passing it on, so that a test decides when and how often. */
export interface WebhookTrap {
  /** Answers 200 and keeps the event. */
  take(request: Request): Promise<Response>;
  /** Waits until an event about each reference is here, and answers all of them. */
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
