import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { isLoopbackName } from '../guard-requests.ts';
import { sendPage } from '../pages/layout.ts';
import type { PaypalAccount, StoredOrder } from './account.ts';
import { approvalPage, closedPage, returnUrlOf, unknownPage } from './approval-page.ts';
import { approveOrder, canBeApproved } from './approve-order.ts';
import { PaypalError } from './errors.ts';
import { findOrder } from './orders.ts';
import { payerOnFile, readPayerForm, typedForm } from './payer-form.ts';

/** The page where the payer approves, at `/paypal/checkoutnow?token=<order id>`. */
export function createApprovalRoutes(account: PaypalAccount) {
  const routes = new Hono();

  routes.get('/', (c) => {
    const stored = orderOf(account, c);
    if (stored === null) return unknown(c);
    if (!canBeApproved(stored)) return sendPage(c, closedPage(stored));
    return sendPage(c, approvalPage({ stored, form: payerOnFile }), policyOf(stored));
  });

  routes.post('/', async (c) => {
    const form = typedForm(await c.req.parseBody());
    // Nothing is awaited from here on, so a double click approves only once.
    const stored = orderOf(account, c);
    if (stored === null) return unknown(c);
    if (!canBeApproved(stored)) return back(c, stored);
    const read = readPayerForm(stored, form);
    if (!read.ok) {
      return sendPage(c, approvalPage({ stored, form, errors: read.errors }), policyOf(stored));
    }
    const base = `${apiOrigin(c)}/paypal`;
    return back(c, approveOrder(account, stored, read.approval, base));
  });

  return routes;
}

/** The origin for URLs in webhooks: the one where the shop calls us, however the payer got here. */
function apiOrigin(c: Context): string {
  const { origin, hostname } = new URL(c.req.url);
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return isLoopbackName(hostname) || !incoming
    ? origin
    : `http://127.0.0.1:${incoming.socket.localPort}`;
}

function orderOf(account: PaypalAccount, c: Context): StoredOrder | null {
  try {
    return findOrder(account, c.req.query('token') ?? '');
  } catch (error) {
    if (error instanceof PaypalError) return null;
    throw error;
  }
}

function unknown(c: Context) {
  c.status(404);
  return sendPage(c, unknownPage());
}

function back(c: Context, stored: StoredOrder) {
  const address = returnUrlOf(stored);
  return address === null ? sendPage(c, closedPage(stored)) : c.redirect(address, 303);
}

function policyOf({ page }: StoredOrder) {
  return { formTargets: page.returnUrl === null ? [] : [new URL(page.returnUrl).origin] };
}
