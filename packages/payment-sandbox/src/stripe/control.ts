import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { answerControl, readControl } from '../pages/control.ts';
import type { StripeAccount } from './account.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { refused, StripeError } from './errors.ts';
import { findEvent } from './events.ts';
import { settleSession } from './pay-session.ts';
import { findCharge, findPaymentIntent } from './payments.ts';
import { scheduleDelivery } from './record-event.ts';
import { settleRefund } from './refunds.ts';
import { expireSession, findSession } from './sessions.ts';

const settleBody = z.object({ outcome: z.enum(['succeeded', 'failed']) });
const refundBody = z.object({ status: z.enum(['succeeded', 'failed']) });
const closeBody = z.object({ status: z.enum(['won', 'lost']) });
const disputeBody = z
  .object({
    charge: z.string().optional(),
    payment_intent: z.string().optional(),
    amount: z.coerce.number().int().min(1).optional(),
    reason: z.string().optional(),
  })
  .refine((body) => body.charge !== undefined || body.payment_intent !== undefined, {
    message: 'charge or payment_intent is needed',
  });

/**
 * What no merchant can do at Stripe: decide for the customer, the bank and the clock. Accepts JSON
 * (responds with JSON) or a form (redirects to the page it came from).
 */
export function createControlRoutes(account: StripeAccount) {
  const routes = new Hono();

  routes.onError((error, c) => {
    if (error instanceof StripeError) return c.json(error.body, error.status as 400);
    if (error instanceof z.ZodError) {
      return c.json(
        { error: { type: 'invalid_request_error', message: z.prettifyError(error) } },
        400,
      );
    }
    throw error;
  });

  routes.post('/sessions/:id/settle', async (c) => {
    const { outcome } = settleBody.parse(await readControl(c));
    const stored = findSession(account, c.req.param('id'));
    if (!settleSession(account, stored, outcome)) {
      throw refused('This session is not waiting for a payment.');
    }
    return answer(c, findSession(account, stored.session.id).session);
  });

  routes.post('/sessions/:id/expire', async (c) =>
    answer(c, expireSession(account, c.req.param('id'))),
  );

  routes.post('/refunds/:id/settle', async (c) => {
    const { status } = refundBody.parse(await readControl(c));
    return answer(c, settleRefund(account, c.req.param('id'), status));
  });

  routes.post('/disputes', async (c) => {
    const body = disputeBody.parse(await readControl(c));
    const chargeId =
      body.charge ?? String(findPaymentIntent(account, body.payment_intent ?? '').latest_charge);
    return answer(c, openDispute(account, findCharge(account, chargeId), body));
  });

  routes.post('/disputes/:id/close', async (c) => {
    const { status } = closeBody.parse(await readControl(c));
    return answer(c, closeDispute(account, c.req.param('id'), status));
  });

  routes.post('/events/:id/resend', (c) => {
    const { event } = findEvent(account, c.req.param('id'));
    scheduleDelivery(account, event.id);
    return answer(c, event);
  });

  return routes;
}

function answer(c: Context, object: object) {
  return answerControl(c, object, '/stripe');
}
