import { Hono } from 'hono';
import type Stripe from 'stripe';
import { sendPage } from '../pages/layout.ts';
import type { StripeAccount } from './account.ts';
import { demoForm, emptyForm, readPayForm, typedForm } from './pay-form.ts';
import { closedPage, payPage, successUrlOf, unknownPage } from './pay-page.ts';
import { paySession, waitingIntent } from './pay-session.ts';
import { expireDueSessions } from './sessions.ts';

/** A session's hosted page, at `/stripe/pay/<id>`. */
export function createPayRoutes(account: StripeAccount) {
  const routes = new Hono();

  routes.get('/:id', (c) => {
    expireDueSessions(account);
    const stored = account.sessions.get(c.req.param('id'));
    if (stored === undefined) {
      c.status(404);
      return sendPage(c, unknownPage());
    }
    const { session } = stored;
    if (session.status !== 'open') {
      return sendPage(c, closedPage(stored, waitingIntent(account, session) !== undefined));
    }
    const form = c.req.query('demo') === undefined ? emptyForm(session) : demoForm(session);
    return sendPage(c, payPage({ stored, form }), { formTargets: targetsOf(session) });
  });

  routes.post('/:id', async (c) => {
    const sent = await c.req.parseBody();
    // Nothing is awaited between here and paySession, so a double click pays once.
    expireDueSessions(account);
    const stored = account.sessions.get(c.req.param('id'));
    if (stored === undefined) {
      c.status(404);
      return sendPage(c, unknownPage());
    }
    const { session } = stored;
    if (session.status === 'complete') return c.redirect(successUrlOf(session), 303);
    if (session.status !== 'open') return sendPage(c, closedPage(stored, false));

    const form = typedForm(session, sent);
    const formTargets = targetsOf(session);
    const read = readPayForm(session, form);
    if (!read.ok)
      return sendPage(c, payPage({ stored, form, errors: read.errors }), { formTargets });

    const result = paySession(account, stored, read.payer, read.method);
    if (!result.ok) {
      return sendPage(c, payPage({ stored, form, decline: result.decline.message }), {
        formTargets,
      });
    }
    return c.redirect(successUrlOf(session), 303);
  });

  return routes;
}

function targetsOf(session: Stripe.Checkout.Session): string[] {
  return session.success_url === null ? [] : [new URL(session.success_url).origin];
}
