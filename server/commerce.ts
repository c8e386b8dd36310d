import { randomUUID } from 'node:crypto';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { Hono } from 'hono';
import type { MailServer } from '#domain/first-day.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Authenticity } from './authenticity/authenticity.ts';
import { authenticityRoutes } from './authenticity/authenticity-routes.ts';
import { deriveKeys } from './authenticity/authenticity-secrets.ts';
import { noProofFiles } from './authenticity/proof-files.ts';
import { awaitsConfirmation } from './backups/restored-shop.ts';
import type { Finding } from './doctor/finding.ts';
import { deliverEmail } from './email/deliver-email.ts';
import { type MailTransport, mailConnections } from './email/mail-transport.ts';
import { createOutbox, type Outbox } from './email/outbox.ts';
import type { Sender } from './email/parse-sender.ts';
import { recordLivePayments } from './first-day/note-live-payments.ts';
import type { Authenticate } from './functions/caller.ts';
import type { FunctionDeps } from './functions/function-handler.ts';
import { functions } from './functions/functions.ts';
import { recordFailedRequests } from './health/record-failed-requests.ts';
import { createShopMonitor, type WatchParts } from './health/watch-shop.ts';
import {
  createAddressLimiter,
  createFailureLimiter,
  createRateLimiter,
} from './http/rate-limiter.ts';
import type { Job } from './jobs/job.ts';
import { type JobTimes, jobTimes } from './jobs/job-times.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import { shopJobs } from './jobs/shop-jobs.ts';
import { systemTimers, type Timers } from './jobs/timers.ts';
import { limits } from './limits.ts';
import { readSellingRules } from './orders/checkout/read-selling-rules.ts';
import { createStartCheckout } from './orders/checkout/start-checkout.ts';
import { receiveWebhooks } from './orders/events/receive-webhook.ts';
import type { OrderContext, OrderLog } from './orders/order-context.ts';
import type { DB } from './orders/tables.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { PaymentProviderName } from './payments/registry.ts';

export interface CommerceDeps {
  database: Database;
  /** The configured or simulated ones; a provider that is missing here is off. */
  providers: readonly PaymentProvider[];
  mail: {
    transport: MailTransport;
    server: MailServer;
    from: Sender;
  };
  /** Receives an email for every paid order and for anything that needs a human. */
  teamEmail: string;
  /** Checks `apikey` and `Authorization`. */
  authenticate: Authenticate;
  accounts: Accounts;
  /** Left out: temporary keys, for commands that neither sign nor check. */
  authenticity?: Authenticity;
  /** The shop's own origin, without a trailing slash, as the request's Host header names it. */
  originOf: (host: string | undefined) => string;
  /** Origin for links in emails, without a trailing slash. */
  origin: string;
  /** May query the database. */
  site: () => MailSite | Promise<MailSite>;
  /** Left out, they are read for each order. */
  sellingRules?: () => SellingRules | Promise<SellingRules>;
  rateLimits: boolean;
  /**
   * How the shop is monitored. Left out, nobody is alerted about disk problems or through
   * ALERT_WEBHOOK_URL.
   */
  watch?: Pick<WatchParts, 'freeBytes' | 'backupPlace' | 'machine' | 'alert'>;
  /** What the Health screen shows besides incidents. */
  examine?: () => Promise<Finding[]>;
  /** Writes a backup, which is deleted when `use` ends. */
  withArchive?: FunctionDeps['withArchive'];
  /** Left out, there are no pages. */
  renderPage?: FunctionDeps['renderPage'];
  /** The shop's other recurring jobs. */
  housekeeping?: readonly Job[];
  log: OrderLog;
  now?: () => Date;
  timers?: Timers;
  times?: Partial<JobTimes>;
}

/** What the rest of the shop mounts, starts and stops. */
export interface Commerce {
  /** To mount at `/functions/v1`. */
  functions: Hono;
  /** To mount at `/webhooks`. */
  webhooks: Hono;
  /** To mount at the root. */
  authenticity: Hono;
  outbox: Outbox;
  /** The jobs of `jobs/shop-jobs.ts`, and `housekeeping`. */
  jobs: Scheduler;
  /** Starts the outbox and the jobs. */
  start(): Promise<void>;
  /** Resolves once every received webhook is processed and every due email was attempted. */
  idle(): Promise<void>;
  /** Finishes everything in progress; call it once no more requests arrive. */
  stop(): Promise<void>;
}

function ofTheMoment(): Authenticity {
  return {
    keys: deriveKeys(randomUUID()),
    files: noProofFiles,
    limits: null,
    knowsCountry: false,
  };
}

/** Composes orders, payments, emails and their jobs. Nothing runs before `start`. */
export function createCommerce(deps: CommerceDeps): Commerce {
  const { database, log, now = () => new Date(), timers = systemTimers } = deps;
  const times = { ...jobTimes, ...deps.times };
  const db = createKysely<DB>(database);
  const failed = new Set<PaymentProviderName>();
  const providers = deps.providers.map((provider) => recordFailedRequests(provider, failed));
  const context: OrderContext = {
    db,
    providers: Object.fromEntries(
      providers.map((provider) => [provider.name, provider]),
    ) as Partial<Record<PaymentProviderName, PaymentProvider>>,
    now,
    log,
    site: deps.site,
    sellingRules: deps.sellingRules ?? (() => readSellingRules(db)),
    teamEmail: deps.teamEmail,
    origin: deps.origin,
  };
  const authenticity = { ...(deps.authenticity ?? ofTheMoment()), db, now };
  const delivery = {
    transport: deps.mail.transport,
    from: deps.mail.from,
    shop: async () => deps.site(),
    sendTimeoutMs: times.mailTimeout,
  };
  const outbox = createOutbox({
    ...delivery,
    database,
    now,
    timers,
    log,
    pollMs: times.outboxPoll,
    maxAtOnce: mailConnections,
  });
  const watch = createShopMonitor({
    context,
    transport: deps.mail.transport,
    freeBytes: async () => null,
    backupPlace: null,
    machine: '',
    alert: async () => {},
    ...deps.watch,
    startedAt: now(),
    hasOtherClock: database.kind === 'postgres',
    failed,
    async sendWaitingMails() {
      await db
        .updateTable('private.email_outbox')
        .set({ next_attempt_at: now() })
        .where('status', '=', 'queued')
        .where('tries', '>', 0)
        .execute();
      await outbox.drain();
    },
    finishPayments: () => jobs.run('reconcile'),
  });
  const jobs = createScheduler({
    database,
    timers,
    log,
    isHeld: () => awaitsConfirmation(db),
    jobs: [
      ...shopJobs({ context, database, accounts: deps.accounts, authenticity, times, watch }),
      ...(deps.housekeeping ?? []),
    ],
  });
  const paymentLooks = deps.rateLimits
    ? createAddressLimiter(database, 'payment looks', limits.paymentLooks)
    : null;
  const webhooks = new Hono();
  const receivers = providers.map((provider) => {
    const receiver = receiveWebhooks(context, provider);
    webhooks.route(`/${provider.name}`, receiver.routes);
    return receiver;
  });

  return {
    functions: functions({
      context,
      database,
      startCheckout: createStartCheckout(context, paymentLooks),
      outbox,
      directMail: {
        server: deps.mail.server,
        deliver: (mail) => deliverEmail(delivery, mail),
      },
      authenticate: deps.authenticate,
      accounts: deps.accounts,
      authenticity,
      originOf: deps.originOf,
      rateLimits: deps.rateLimits,
      discountGuesses: deps.rateLimits
        ? createFailureLimiter(database, 'unknown discount codes', limits.unknownDiscountCodes)
        : null,
      paymentLooks,
      captures: deps.rateLimits ? createRateLimiter(database, 'captures', limits.captures) : null,
      examine: deps.examine ?? (async () => []),
      withArchive:
        deps.withArchive ?? (() => Promise.reject(new Error('This shop makes no backups.'))),
      renderPage: deps.renderPage ?? (() => Promise.reject(new Error('This shop has no pages.'))),
      runJob: jobs.run,
      deliveryWaitMs: times.deliveryWait,
    }),
    webhooks,
    authenticity: authenticityRoutes(authenticity),
    outbox,
    jobs,
    async start() {
      // Before the shop sells, but an erasure that fails is tried again by the job and stops nothing.
      await jobs
        .run('erase again')
        .catch((error) => log.error({ err: error }, 'Erased data is still there.'));
      await recordLivePayments(context);
      await outbox.start();
      jobs.start();
    },
    async idle() {
      await Promise.all(receivers.map((receiver) => receiver.settled()));
      await outbox.drain();
    },
    async stop() {
      await Promise.all([jobs.stop(), ...receivers.map((receiver) => receiver.settled())]);
      await outbox.stop();
      await deps.mail.transport.close();
    },
  };
}
