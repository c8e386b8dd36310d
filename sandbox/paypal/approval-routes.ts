import { type Context, Hono } from 'hono';
import { sendPage } from '../pages/layout.ts';
import type { PaypalAccount, StoredOrder } from './account.ts';
import { approvalPage, closedPage, returnAddress, unknownPage } from './approval-page.ts';
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
    // After the wait: from here on nothing else can run, so two clicks approve once.
    const stored = orderOf(account, c);
    if (stored === null) return unknown(c);
    if (!canBeApproved(stored)) return back(c, stored);
    const read = readPayerForm(stored, form);
    if (!read.ok) {
      return sendPage(c, approvalPage({ stored, form, errors: read.errors }), policyOf(stored));
    }
    const base = `${new URL(c.req.url).origin}/paypal`;
    return back(c, approveOrder(account, stored, read.approval, base));
  });

  return routes;
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
  const address = returnAddress(stored);
  return address === null ? sendPage(c, closedPage(stored)) : c.redirect(address, 303);
}

function policyOf({ page }: StoredOrder) {
  return { formTargets: page.returnUrl === null ? [] : [new URL(page.returnUrl).origin] };
}
