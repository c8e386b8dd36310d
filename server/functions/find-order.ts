import { z } from 'zod';
import { emailOrderLink, readLinkedOrder } from '#server/orders/emails/order-link.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/** Accepts the number however people copy it: with or without `#`, in capitals, or the whole id. */
const search = z.object({
  orderNumber: z
    .string()
    .max(100)
    .transform((text) =>
      text
        .toLowerCase()
        .replace(/[^0-9a-f]/g, '')
        .slice(0, 8),
    ),
  email: z.string().trim().max(254),
});
const link = z.object({ token: z.string().max(200) });

/**
 * Longer than the lookup and queueing take, so that response time doesn't reveal anything either.
 */
const evenMs = 400;

/** `{orderNumber, email}` → `{ok: true}`, whether or not such an order exists. */
export function findOrder(
  context: OrderContext,
  originOf: (host: string | undefined) => string,
): FunctionHandler {
  return async (c, body) => {
    const read = search.safeParse(body);
    if (!read.success) {
      return fail(c, 'invalid_request', 'orderNumber and email: must be text');
    }
    const { orderNumber: number, email } = read.data;
    await Promise.all([
      emailOrderLink(context, { number, email }, originOf(c.req.header('host'))),
      new Promise((resolve) => setTimeout(resolve, evenMs)),
    ]);
    return c.json({ ok: true });
  };
}

/** `{token}` of an emailed link → `{order}`. */
export function openOrder(context: OrderContext): FunctionHandler {
  return async (c, body) => {
    const read = link.safeParse(body);
    const order = read.success ? await readLinkedOrder(context, read.data.token) : null;
    if (!order) return fail(c, 'order_not_found', 'This link is no longer valid.');
    return c.json({ order });
  };
}
