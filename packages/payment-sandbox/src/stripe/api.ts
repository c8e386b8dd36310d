import { Hono } from 'hono';
import type { Chaos } from '../chaos.ts';
import { API_VERSION, type StripeAccount } from './account.ts';
import { type ApiEnv, createAnswerer, toAnswer } from './answer-call.ts';
import { checkKey } from './check-key.ts';
import { createCoupon } from './coupons.ts';
import { createSession } from './create-session.ts';
import { closeDispute, findDispute, listDisputes } from './disputes.ts';
import { unrecognizedUrl } from './errors.ts';
import { findEvent, listEvents } from './events.ts';
import { newId } from './ids.ts';
import { findCharge, findPaymentIntent, listCharges, listPaymentIntents } from './payments.ts';
import { createRefund, findRefund, listRefunds, updateRefund } from './refunds.ts';
import { expireSession, findSession, listSessionLines, listSessions } from './sessions.ts';
import type { WebhookEndpoint } from './sign-webhook.ts';
import { findWebhookEndpoint, listWebhookEndpoints } from './webhook-endpoints.ts';

interface ApiOptions {
  account: StripeAccount;
  chaos: Chaos;
  secretKey: string | undefined;
  webhook: WebhookEndpoint | undefined;
}

/** Stripe's API, version 1, as far as the sandbox simulates it; mounted under `/v1` and `/stripe/v1`. */
export function createStripeApi({ account, chaos, secretKey, webhook }: ApiOptions) {
  const api = new Hono<ApiEnv>();
  const on = createAnswerer(account, chaos);

  api.use(async (c, next) => {
    const requestId = newId('req_', 14);
    c.set('requestId', requestId);
    c.header('request-id', requestId);
    c.header('stripe-version', c.req.header('stripe-version') ?? API_VERSION);
    c.header('cache-control', 'no-cache, no-store');
    c.header('date', new Date(account.now() * 1_000).toUTCString());
    checkKey(c.req.header('authorization'), secretKey);
    return next();
  });

  api.onError((error, c) => {
    const answer = toAnswer(error);
    if (answer.status < 500) {
      c.header('stripe-should-retry', answer.status === 409 ? 'true' : 'false');
    }
    return c.json(answer.body as object, answer.status as 400);
  });

  api.post(
    '/checkout/sessions',
    on(({ params, origin }) => createSession(account, params, origin).session),
  );
  api.get(
    '/checkout/sessions',
    on(({ params }) => listSessions(account, params)),
  );
  api.get(
    '/checkout/sessions/:id',
    on(({ id }) => findSession(account, id).session),
  );
  api.get(
    '/checkout/sessions/:id/line_items',
    on(({ id, params }) => listSessionLines(account, id, params)),
  );
  api.post(
    '/checkout/sessions/:id/expire',
    on(({ id, cause }) => expireSession(account, id, cause)),
  );

  api.post(
    '/coupons',
    on(({ params }) => createCoupon(account, params)),
  );

  api.get(
    '/payment_intents',
    on(({ params }) => listPaymentIntents(account, params)),
  );
  api.get(
    '/payment_intents/:id',
    on(({ id }) => findPaymentIntent(account, id)),
  );
  api.get(
    '/charges',
    on(({ params }) => listCharges(account, params)),
  );
  api.get(
    '/charges/:id',
    on(({ id }) => findCharge(account, id)),
  );

  api.post(
    '/refunds',
    on(({ params, cause }) => createRefund(account, params, cause)),
  );
  api.get(
    '/refunds',
    on(({ params }) => listRefunds(account, params)),
  );
  api.get(
    '/refunds/:id',
    on(({ id }) => findRefund(account, id)),
  );
  api.post(
    '/refunds/:id',
    on(({ id, params, cause }) => updateRefund(account, id, params, cause)),
  );

  api.get(
    '/disputes',
    on(({ params }) => listDisputes(account, params)),
  );
  api.get(
    '/disputes/:id',
    on(({ id }) => findDispute(account, id)),
  );
  api.post(
    '/disputes/:id/close',
    on(({ id, cause }) => closeDispute(account, id, 'lost', cause)),
  );

  api.get(
    '/events',
    on(({ params }) => listEvents(account, params)),
  );
  api.get(
    '/events/:id',
    on(({ id }) => findEvent(account, id).event),
  );

  api.get(
    '/webhook_endpoints',
    on(({ params }) => listWebhookEndpoints(webhook, params)),
  );
  api.get(
    '/webhook_endpoints/:id',
    on(({ id }) => findWebhookEndpoint(webhook, id)),
  );

  api.all('*', (c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });

  return api;
}
