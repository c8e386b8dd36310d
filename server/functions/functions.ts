import { type Database, DatabaseClosing, DatabaseUnavailable } from '@liv-fit/backend/database';
import { Hono } from 'hono';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { Outbox } from '#server/email/outbox.ts';
import { databaseRetryAfterSeconds } from '#server/http/database-outage.ts';
import { readBody } from '#server/http/read-body.ts';
import type { StartCheckout } from '#server/orders/checkout/start-checkout.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createRefundOrder } from '#server/orders/refunds/refund-order.ts';
import { acceptPaymentFunction } from './accept-payment.ts';
import { accountFunctions } from './account-functions.ts';
import { adminFunctions } from './admin-functions.ts';
import { beginPayment } from './begin-payment.ts';
import type { Authenticate } from './caller.ts';
import { capturePaypalPayment } from './capture-paypal-payment.ts';
import { createCheckout } from './create-checkout.ts';
import { createPaypalOrder } from './create-paypal-order.ts';
import { dismissFailedMailsFunction, resendFailedMailFunction } from './failed-mails.ts';
import { fail } from './failure.ts';
import { findOrder, openOrder } from './find-order.ts';
import { forAdmins, forAdminsAndService } from './for-admins.ts';
import type { FunctionHandler } from './function-handler.ts';
import { type CallLimit, limitCalls } from './limit-calls.ts';
import { parseJson } from './parse-json.ts';
import { recentOrders } from './recent-orders.ts';
import { reconcileFunction } from './reconcile.ts';
import { refundOrderFunction } from './refund-order.ts';
import { refuseForeignOrigins } from './refuse-foreign-origins.ts';
import { resendOrderEmail } from './resend-order-email.ts';
import { sendOrderEmail } from './send-order-email.ts';
import { shipOrderFunction } from './ship-order.ts';
import { updateOrderDetails } from './update-order-details.ts';

export interface FunctionDeps {
  context: OrderContext;
  /** Decides who is an admin. */
  database: Database;
  accounts: Accounts;
  startCheckout: StartCheckout;
  outbox: Pick<Outbox, 'awaitDelivery'>;
  authenticate: Authenticate;
  /** The shop's own origin, as the request's Host header names it. */
  originOf: (host: string | undefined) => string;
  /** False only for load tests on loopback. */
  rateLimits: boolean;
  /** One round of a job now. */
  runJob: (name: string) => Promise<void>;
  /** How long `send-order-email` waits for the mail server. */
  deliveryWaitMs: number;
}

const maxBodyBytes = 100_000;

/** Room for an office behind one address and for impatient clicking; none for a flood. */
export const limits: Record<string, CallLimit> = {
  'create-checkout': { calls: 300, seconds: 60 },
  'create-paypal-order': { calls: 300, seconds: 60 },
  'capture-paypal-payment': { calls: 300, seconds: 60 },
  'recent-orders': { calls: 300, seconds: 60 },
  'update-order-details': { calls: 300, seconds: 60 },
  'send-order-email': { calls: 150, seconds: 60 },
  'refund-order': { calls: 120, seconds: 60 },
  'accept-order': { calls: 120, seconds: 60 },
  'ship-order': { calls: 120, seconds: 60 },
  'resend-order-email': { calls: 60, seconds: 60 },
  'resend-failed-mail': { calls: 120, seconds: 60 },
  'dismiss-failed-mails': { calls: 120, seconds: 60 },
  reconcile: { calls: 10, seconds: 60 },
  'find-order': { calls: 10, seconds: 15 * 60 },
  'open-order': { calls: 60, seconds: 60 },
  'export-account': { calls: 10, seconds: 60 },
  'delete-account': { calls: 10, seconds: 15 * 60 },
  'create-recovery-codes': { calls: 10, seconds: 60 },
  'use-recovery-code': { calls: 10, seconds: 15 * 60 },
  'list-admins': { calls: 120, seconds: 60 },
  'invite-admin': { calls: 30, seconds: 60 * 60 },
  'withdraw-admin-invitation': { calls: 60, seconds: 60 },
  'remove-admin': { calls: 60, seconds: 60 },
  'open-admin-invitation': { calls: 60, seconds: 60 },
  'accept-admin-invitation': { calls: 20, seconds: 15 * 60 },
};

/** `POST /<name>`; mounted at `/functions/v1`. */
export function functions(deps: FunctionDeps): Hono {
  const { context, database, startCheckout, outbox, authenticate, originOf } = deps;
  const handlers: Record<string, FunctionHandler> = {
    'create-checkout': beginPayment(createCheckout, startCheckout, deps),
    'create-paypal-order': beginPayment(createPaypalOrder, startCheckout, deps),
    'capture-paypal-payment': capturePaypalPayment(context),
    'recent-orders': recentOrders(context, originOf),
    'update-order-details': updateOrderDetails(context),
    'send-order-email': sendOrderEmail(context, outbox, deps.deliveryWaitMs),
    'refund-order': forAdmins(database, refundOrderFunction(createRefundOrder(context))),
    'accept-order': forAdmins(database, acceptPaymentFunction(context)),
    'ship-order': forAdmins(database, shipOrderFunction(context)),
    'resend-order-email': forAdmins(
      database,
      resendOrderEmail(context, outbox, deps.deliveryWaitMs),
    ),
    'resend-failed-mail': forAdmins(
      database,
      resendFailedMailFunction(context, outbox, deps.deliveryWaitMs),
    ),
    'dismiss-failed-mails': forAdmins(database, dismissFailedMailsFunction(context)),
    reconcile: forAdminsAndService(database, reconcileFunction(context, deps.runJob)),
    'find-order': findOrder(context, originOf),
    'open-order': openOrder(context),
    ...accountFunctions({ context, database, accounts: deps.accounts, authenticate }),
    ...adminFunctions({ context, database, accounts: deps.accounts, originOf }),
  };

  const app = new Hono();
  app.onError((error, c) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (!(error instanceof DatabaseClosing)) {
      context.log.error({ err: error }, 'The database is not responding.');
    }
    c.header('retry-after', databaseRetryAfterSeconds);
    return fail(
      c,
      'database_unavailable',
      'The shop is not responding right now. Please try again.',
    );
  });
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.use(refuseForeignOrigins(originOf));
  for (const [name, handler] of Object.entries(handlers)) {
    app.post(
      `/${name}`,
      limitCalls(name, deps.rateLimits ? (limits[name] ?? null) : null),
      async (c) => {
        const authenticated = await authenticate(c.req.raw.headers);
        if (!authenticated.ok) {
          return fail(
            c,
            authenticated.code,
            authenticated.code === 'invalid_api_key'
              ? 'No valid API key was sent.'
              : 'The session has expired or is not valid.',
          );
        }
        const bytes = await readBody(c.req.raw, maxBodyBytes);
        if (!bytes) return fail(c, 'body_too_large', 'A request holds at most 100 kB.');
        const json = parseJson(bytes);
        if (!json.ok) return fail(c, 'invalid_json', 'The body is not JSON.');
        return handler(c, json.body, authenticated.caller);
      },
    );
    app.all(`/${name}`, (c) => fail(c, 'method_not_allowed', 'Functions are called by POST.'));
  }
  app.all('*', (c) => fail(c, 'function_not_found', 'There is no such function.'));
  return app;
}
