import type { Context } from 'hono';
import { streamJson } from '#server/accounts/stream-json.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** What is held of a person, whose lists are read while it is sent. */
export function sendExport(c: Context, data: object, { log }: OrderContext): Response {
  const onError = (error: unknown) => log.error({ err: error }, 'An export broke off.');
  return c.body(streamJson(data, onError), 200, { 'content-type': 'application/json' });
}
