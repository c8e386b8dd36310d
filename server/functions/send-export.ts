import type { Context } from 'hono';
import { streamJson } from '#server/accounts/stream-json.ts';
import type { OrderContext } from '#server/orders/order-context.ts';

/** Sends the data held about a person; its lists are read while the response is being sent. */
export function sendExport(c: Context, data: object, { log }: OrderContext): Response {
  const onError = (error: unknown) => log.error({ err: error }, 'An export was interrupted.');
  return c.body(streamJson(data, onError), 200, { 'content-type': 'application/json' });
}
