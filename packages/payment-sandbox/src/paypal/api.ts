import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Chaos } from '../chaos.ts';
import { cutConnection } from '../cut-connection.ts';
import { type Credentials, createAccessTokens } from './access-tokens.ts';
import type { PaypalAccount } from './account.ts';
import { createAnswerer } from './answer-call.ts';
import { captureOrder } from './capture-order.ts';
import { findCapture, showCapture } from './captures.ts';
import { createOrder } from './create-order.ts';
import { findDispute, listDisputes } from './disputes.ts';
import { notFound, outage, PaypalError } from './errors.ts';
import { findEvent, listEvents, scheduleDelivery } from './events.ts';
import { findOrder, patchOrder, showOrder } from './orders.ts';
import { refundCapture, showRefund } from './refunds.ts';
import { CERTIFICATE_PATH, signingKey } from './sign-webhook.ts';
import { verifySignature } from './verify-signature.ts';
import type { PaypalWebhook } from './webhook-outbox.ts';
import { findWebhook, listWebhooks } from './webhooks.ts';

interface ApiOptions {
  account: PaypalAccount;
  chaos: Chaos;
  /** The only pair accepted; left out, any pair is. */
  credentials: Credentials | undefined;
  webhook: PaypalWebhook | undefined;
}

/** PayPal's REST API, as far as the sandbox simulates it; mounted under `/paypal`. */
export function createPaypalApi({ account, chaos, credentials, webhook }: ApiOptions) {
  const api = new Hono();
  const tokens = createAccessTokens(credentials, account.now);
  const on = createAnswerer(account, chaos);

  api.onError((error, c) => {
    if (error instanceof PaypalError) return c.json(error.body, error.status as 400);
    process.stderr.write(`${error.stack}\n`);
    return c.json(outage(500, true).body, 500);
  });
  api.use(async (c, next) => {
    c.header('paypal-debug-id', randomBytes(7).toString('hex').slice(0, 13));
    c.header('date', new Date(account.now()).toUTCString());
    c.header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate');
    return next();
  });

  api.get(CERTIFICATE_PATH, async (c) => c.text((await signingKey(account)).certificate));
  api.post('/v1/oauth2/token', async (c) => {
    const fault = chaos.takeApiFault(c.req.method, c.req.path);
    if (fault?.fail) throw outage(fault.fail.status, false);
    if (fault && fault.hangMs > 0) await sleep(fault.hangMs, undefined, { ref: false });
    if (fault?.answerLost) return cutConnection(c);
    return tokens.issue(c);
  });
  api.use(async (c, next) => {
    tokens.check(c.req.header('authorization'));
    return next();
  });

  api.post(
    '/v2/checkout/orders',
    on(({ body }) => {
      const { order } = createOrder(account, body);
      return { status: 201, resource: { kind: 'order', id: order.id } };
    }),
  );
  api.get(
    '/v2/checkout/orders/:id',
    on(({ id, base }) => ({ json: showOrder(account, findOrder(account, id), base) })),
  );
  api.patch(
    '/v2/checkout/orders/:id',
    on(({ id, body }) => {
      patchOrder(account, id, body);
      return null;
    }),
  );
  api.post(
    '/v2/checkout/orders/:id/capture',
    on(({ id, base }) => {
      captureOrder(account, id, base);
      return { status: 201, resource: { kind: 'order', id } };
    }),
  );

  api.get(
    '/v2/payments/captures/:id',
    on(({ id, base }) => ({ json: showCapture(findCapture(account, id), base) })),
  );
  api.post(
    '/v2/payments/captures/:id/refund',
    on(({ id, body, base }) => {
      const { refund } = refundCapture(account, id, body, base);
      return { status: 201, resource: { kind: 'refund', id: refund.id } };
    }),
  );
  api.get(
    '/v2/payments/refunds/:id',
    on(({ id, base }) => ({ json: showRefund(account, id, base) })),
  );

  api.get(
    '/v1/customer/disputes',
    on(({ address }) => ({
      json: listDisputes(account, {
        transactionId: address.searchParams.get('disputed_transaction_id') ?? undefined,
        since: address.searchParams.get('start_time') ?? undefined,
      }),
    })),
  );
  api.get(
    '/v1/customer/disputes/:id',
    on(({ id }) => ({ json: findDispute(account, id) })),
  );

  api.post(
    '/v1/notifications/verify-webhook-signature',
    on(async ({ rawBody }) => ({
      json: await verifySignature(account, rawBody, webhook?.id),
    })),
  );
  api.get(
    '/v1/notifications/webhooks',
    on(({ base }) => ({ json: listWebhooks(webhook, base) })),
  );
  api.get(
    '/v1/notifications/webhooks/:id',
    on(({ id, base }) => ({ json: findWebhook(webhook, id, base) })),
  );
  api.get(
    '/v1/notifications/webhooks-events',
    on(({ address }) => ({ json: listEvents(account, address) })),
  );
  api.get(
    '/v1/notifications/webhooks-events/:id',
    on(({ id }) => ({ json: findEvent(account, id).event })),
  );
  api.post(
    '/v1/notifications/webhooks-events/:id/resend',
    on(({ id }) => {
      const { event } = findEvent(account, id);
      scheduleDelivery(account, id);
      return { json: event };
    }),
  );

  api.all('*', () => {
    throw notFound();
  });
  return api;
}
