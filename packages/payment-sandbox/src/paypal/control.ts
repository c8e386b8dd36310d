import { Hono } from 'hono';
import { z } from 'zod';
import { answerControl, readControl } from '../pages/control.ts';
import type { PaypalAccount } from './account.ts';
import { settleCapture, showCapture } from './captures.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { PaypalError } from './errors.ts';
import { findEvent, scheduleDelivery } from './events.ts';
import { findOrder, showOrder } from './orders.ts';
import { refundCapture, showRefund } from './refunds.ts';

const settleBody = z.object({ status: z.enum(['COMPLETED', 'DECLINED']) });
const closeBody = z.object({
  outcome: z.enum(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR']),
});
const refundBody = z.object({ amount: z.string().optional() });

/**
 * What no shop can do at PayPal: decide for the payer, the bank and the clock, and refund by hand
 * as on PayPal's own pages. Accepts JSON (responds with JSON) or a form (redirects to its page).
 */
export function createPaypalControl(account: PaypalAccount) {
  const routes = new Hono();
  const home = '/paypal';

  routes.onError((error, c) => {
    if (error instanceof PaypalError) return c.json(error.body, error.status as 400);
    if (error instanceof z.ZodError) return c.json({ message: z.prettifyError(error) }, 400);
    throw error;
  });

  routes.get('/orders', (c) => {
    const base = baseOf(c.req.url);
    return c.json(account.orders.newest().map((stored) => showOrder(account, stored, base)));
  });

  routes.post('/orders/:id/expire', (c) => {
    const { order } = findOrder(account, c.req.param('id'));
    account.orders.delete(order.id);
    return answerControl(c, { id: order.id }, home);
  });

  routes.post('/captures/:id/settle', async (c) => {
    const { status } = settleBody.parse(await readControl(c));
    const base = baseOf(c.req.url);
    const settled = settleCapture(account, c.req.param('id'), status, base);
    return answerControl(c, showCapture(settled, base), home);
  });

  routes.post('/captures/:id/refund', async (c) => {
    const { amount } = refundBody.parse(await readControl(c));
    const base = baseOf(c.req.url);
    const currency_code = account.captures.get(c.req.param('id'))?.capture.amount.currency_code;
    const body = amount ? { amount: { currency_code, value: amount } } : {};
    const { refund } = refundCapture(account, c.req.param('id'), body, base);
    return answerControl(c, showRefund(account, refund.id, base), home);
  });

  routes.post('/captures/:id/dispute', (c) =>
    answerControl(c, openDispute(account, c.req.param('id'), baseOf(c.req.url)), home),
  );

  routes.post('/captures/:id/dispute/close', async (c) => {
    const { outcome } = closeBody.parse(await readControl(c));
    const closed = closeDispute(account, c.req.param('id'), outcome, baseOf(c.req.url));
    return answerControl(c, closed, home);
  });

  routes.post('/events/:id/resend', (c) => {
    const { event } = findEvent(account, c.req.param('id'));
    scheduleDelivery(account, event.id);
    return answerControl(c, event, home);
  });

  return routes;
}

function baseOf(url: string): string {
  return `${new URL(url).origin}/paypal`;
}
