import { Hono } from 'hono';
import type { Chaos } from '../chaos.ts';
import { deliverWebhooks } from '../deliver-webhooks.ts';
import { sendPage } from '../pages/layout.ts';
import type { Store } from '../store.ts';
import type { Credentials } from './access-tokens.ts';
import { openPaypalAccount } from './account.ts';
import { createPaypalApi } from './api.ts';
import { createApprovalRoutes } from './approval-routes.ts';
import { createPaypalControl } from './control.ts';
import { dashboardPage } from './dashboard-page.ts';
import { type PaypalWebhook, paypalOutbox } from './webhook-outbox.ts';

export interface PaypalOptions {
  /** The only pair accepted; left out, any pair is. */
  credentials?: Credentials | undefined;
  webhook?: PaypalWebhook | undefined;
  /** Milliseconds to wait between attempts to deliver a webhook. */
  retryAfterMs?: readonly number[];
}

/** All of PayPal: its API, its pages and its webhooks; mount `routes` under `/paypal`. */
export function createPaypal(
  { credentials, webhook, retryAfterMs }: PaypalOptions,
  { store, chaos, now }: { store: Store; chaos: Chaos; now: () => number },
) {
  const account = openPaypalAccount(store, now);
  const webhooks = deliverWebhooks(paypalOutbox(account, webhook), chaos, retryAfterMs);

  const routes = new Hono();
  routes.get('/', (c) => sendPage(c, dashboardPage(account)));
  routes.route('/checkoutnow', createApprovalRoutes(account));
  routes.route('/control', createPaypalControl(account));
  routes.route('/', createPaypalApi({ account, chaos, credentials, webhook }));

  return {
    routes,
    counts: () => ({ orders: account.orders.size, events: account.events.size }),
    close: () => webhooks.close(),
  };
}
