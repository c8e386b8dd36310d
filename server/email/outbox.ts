import type { Database } from '@liv-fit/backend/database';
import type { Timers } from '#server/jobs/timers.ts';
import type { OrderLog } from '#server/orders/order-context.ts';
import { type ClaimedEmail, claimEmails } from './claim-emails.ts';
import { deliverEmail } from './deliver-email.ts';
import type { MailTransport } from './mail-transport.ts';
import type { Sender } from './parse-sender.ts';
import { readDeliveries } from './read-deliveries.ts';
import { recordAttempt } from './record-attempt.ts';

export interface OutboxOptions {
  database: Database;
  transport: MailTransport;
  from: Sender;
  /** The sender's name and address if `from` has none. */
  shop: () => Promise<{ brand: string; email: string }>;
  now: () => Date;
  timers: Timers;
  log: OrderLog;
  pollMs: number;
  /**
   * How long sending one email may take; its lease is longer, so no other process claims it
   * meanwhile.
   */
  sendTimeoutMs: number;
  /** How many emails are sent in parallel. */
  maxAtOnce: number;
}

export interface Outbox {
  /** Starts listening, polling and sending. */
  start(): Promise<void>;
  /** Stops claiming emails and waits for those being sent. */
  stop(): Promise<void>;
  /** Sends everything that is due now; resolves when nothing due is left. */
  drain(): Promise<void>;
  /**
   * True once the mail server has accepted all of them; false after the timeout or a failed
   * attempt, since the next one is at least a minute away.
   */
  awaitDelivery(dedupeKeys: readonly string[], timeoutMs: number): Promise<boolean>;
}

/** Another replica may be sending the email, so the table is polled at this interval. */
const deliveryPollMs = 200;

/**
 * Sends what is waiting in `private.email_outbox`. Several processes may each run one: a row is
 * claimed with a lease before its email is sent, outside any transaction. SMTP can't be
 * exactly-once: after a crash between the server's 250 and our recording it, the email is sent
 * again, with the same Message-ID.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { database, timers, now } = options;
  const leaseMs = options.sendTimeoutMs * 2;
  let running: Promise<void> | null = null;
  let again = false;
  let underWay = 0;
  let failure: { error: unknown } | null = null;
  let notice = () => {};
  let started = false;
  let stopping = false;
  let timer: ReturnType<Timers['set']> | null = null;
  let unlisten: (() => Promise<void>) | null = null;
  const attempted = new Set<() => void>();

  async function sendOne(email: ClaimedEmail): Promise<void> {
    const outcome = await deliverEmail(options, email);
    const recorded = await recordAttempt(database, email, outcome, now());
    const { id: emailId, order_id: orderId, tries } = email;
    const facts = { emailId, ...(orderId && { orderId }), tries };
    if (outcome.kind === 'failed') {
      options.log.warn({ ...facts, reason: outcome.reason }, 'An email could not be sent.');
    }
    if (recorded === 'sent' && orderId) options.log.info(facts, 'An email of an order was sent.');
    if (recorded === 'given_up') options.log.error(facts, 'Gave up on an email.');
    for (const wake of attempted) wake();
  }

  function begin(email: ClaimedEmail): void {
    underWay += 1;
    sendOne(email)
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => {
        underWay -= 1;
        notice();
      });
  }

  /** Claims as many as there is room for. */
  async function claimDue(): Promise<void> {
    again = false;
    const room = options.maxAtOnce - underWay;
    const emails = await claimEmails(database, now(), leaseMs, room);
    for (const email of emails) begin(email);
    if (emails.length === room) again = true;
  }

  const somethingNew = () =>
    new Promise<void>((resolve) => {
      notice = resolve;
    });

  /** A slow email only occupies its own slot; the others continue. */
  async function sendDue(): Promise<void> {
    failure = null;
    try {
      while (!failure && !stopping && (again || underWay > 0)) {
        if (again && underWay < options.maxAtOnce) await claimDue();
        else await somethingNew();
      }
    } catch (error) {
      failure ??= { error };
    }
    while (underWay > 0) await somethingNew();
    // Not in a callback: a call that follows must start a new round.
    running = null;
    if (failure) throw (failure as { error: unknown }).error;
  }

  function drain(): Promise<void> {
    again = true;
    notice();
    running ??= sendDue();
    return running;
  }

  /** For callers that don't wait: a failure is retried in the next round. */
  function wake(): void {
    if (stopping) return;
    drain().catch((error) => options.log.error({ err: error }, 'The outbox could not be read.'));
  }

  function schedule(): void {
    timer = timers.set(() => {
      wake();
      if (!stopping) schedule();
    }, options.pollMs);
  }

  return {
    async start() {
      started = true;
      unlisten = await database.listen('email_queued', wake);
      schedule();
      wake();
    },
    async stop() {
      stopping = true;
      if (timer) timers.clear(timer);
      await unlisten?.();
      await running?.catch(() => {});
    },
    drain,
    async awaitDelivery(dedupeKeys, timeoutMs) {
      if (dedupeKeys.length === 0) return false;
      const deadline = now().getTime() + timeoutMs;
      if (started) wake();
      for (;;) {
        const deliveries = await readDeliveries(database, dedupeKeys);
        const sent = deliveries.filter((delivery) => delivery.sent).length;
        if (sent === dedupeKeys.length) return true;
        const left = deadline - now().getTime();
        if (left <= 0 || deliveries.some((delivery) => delivery.resting)) return false;
        await nextAttempt(Math.min(left, deliveryPollMs));
      }
    },
  };

  function nextAttempt(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        attempted.delete(done);
        timers.clear(waiting);
        resolve();
      };
      const waiting = timers.set(done, timeoutMs);
      attempted.add(done);
    });
  }
}
