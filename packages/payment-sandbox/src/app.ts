import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createChaos } from './chaos.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { guardRequests } from './guard-requests.ts';
import { createMailRoutes } from './mail/mail-routes.ts';
import { openMailbox } from './mail/mailbox.ts';
import { createSmtpServer } from './mail/smtp.ts';
import { indexPage } from './pages/index-page.ts';
import { sendPage, stylesheet } from './pages/layout.ts';
import { createPaypal, type PaypalOptions } from './paypal/paypal.ts';
import { openStore } from './store.ts';
import { openAccount } from './stripe/account.ts';
import { createStripeApi } from './stripe/api.ts';
import { createControlRoutes } from './stripe/control.ts';
import { dashboardPage } from './stripe/dashboard-page.ts';
import { startExpiryTimer } from './stripe/expiry-timer.ts';
import { createPayRoutes } from './stripe/pay-routes.ts';
import type { WebhookEndpoint } from './stripe/sign-webhook.ts';
import { stripeOutbox } from './stripe/webhook-outbox.ts';

export interface SandboxOptions {
  /** Where everything is stored; left out, only in memory. */
  dataDir?: string | undefined;
  stripe?: {
    /** The only key accepted; left out, any key is. */
    secretKey?: string | undefined;
    webhook?: WebhookEndpoint | undefined;
    /** Milliseconds to wait between attempts to deliver a webhook. */
    retryAfterMs?: readonly number[];
  };
  paypal?: PaypalOptions;
  /** Whether to accept only loopback host names (default), or open the payment pages to others. */
  loopbackOnly?: boolean;
  /** Milliseconds since the Unix epoch. */
  now?: () => number;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** The whole sandbox, not listening yet: `fetch` for HTTP, `smtp` for email. */
export function createSandbox(options: SandboxOptions = {}) {
  const {
    dataDir,
    stripe = {},
    paypal: paypalOptions = {},
    loopbackOnly = true,
    now = Date.now,
  } = options;
  const store = openStore(dataDir);
  const chaos = createChaos();
  const mailbox = openMailbox(store, now);
  const smtp = createSmtpServer(mailbox, chaos);
  const account = openAccount(store, now);
  const webhooks = deliverWebhooks(
    stripeOutbox(account, stripe.webhook),
    chaos,
    stripe.retryAfterMs,
  );
  const expiry = startExpiryTimer(account);
  const stripeApi = createStripeApi({
    account,
    chaos,
    secretKey: stripe.secretKey,
    webhook: stripe.webhook,
  });

  const paypal = createPaypal(paypalOptions, { store, chaos, now });

  const app = new Hono();
  app.use(guardRequests({ loopbackOnly }));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));

  app.get('/', (c) =>
    sendPage(
      c,
      indexPage({
        sessions: account.sessions.size,
        events: account.events.size,
        paypal: paypal.counts(),
        mails: mailbox.size,
      }),
    ),
  );
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/assets/sandbox.css', (c) =>
    c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );

  // The official SDK can't prefix a path, so the API is also mounted at the root.
  app.route('/v1', stripeApi);
  app.route('/stripe/v1', stripeApi);
  app.route('/stripe/pay', createPayRoutes(account));
  app.route('/stripe/control', createControlRoutes(account));
  app.get('/stripe', (c) => sendPage(c, dashboardPage(account)));

  app.route('/paypal', paypal.routes);
  app.route('/mail', createMailRoutes(mailbox));

  app.get('/chaos', (c) => c.json(chaos.show() as object));
  app.post('/chaos', async (c) => {
    const answer = chaos.set(await c.req.json().catch(() => null));
    if (!answer.ok)
      return c.json({ error: { code: 'invalid_chaos', message: answer.message } }, 400);
    return c.json(chaos.show() as object);
  });

  return {
    fetch: app.fetch,
    smtp,
    /** Stops all work and saves. The caller closes the servers. */
    close() {
      webhooks.close();
      paypal.close();
      expiry.close();
      store.flush();
    },
  };
}
