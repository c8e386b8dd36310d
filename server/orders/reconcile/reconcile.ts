import { eventPatienceMs, processEvent } from '#server/orders/events/process-event.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { reportSwitchedOff } from './end-switched-off.ts';
import { finishRefunds } from './finish-refunds.ts';
import { rereadOrders } from './reread-orders.ts';
import { type RunReport, withRunReport } from './run-report.ts';

const pageSize = 100;

/**
 * Finishes what was interrupted: events first, then refunds and orders. Then checks that webhooks
 * still arrive. The run's report is stored.
 */
export function reconcile(context: OrderContext, signal?: AbortSignal): Promise<void> {
  return withRunReport(context, 'reconcile', async (report) => {
    await workOffEvents(context, report, signal);
    // Before orders, which are many and take long while a provider hangs: refunds can only be
    // repeated for a few hours.
    await finishRefunds(context, report, signal);
    await rereadOrders(context, report, signal);
    if (signal?.aborted) return;
    await checkWebhooks(context, report);
    await reportSwitchedOff(context, report);
    await reportGivenUp(context, report);
  });
}

async function workOffEvents(
  context: OrderContext,
  report: RunReport,
  signal?: AbortSignal,
): Promise<void> {
  const since = new Date(context.now().getTime() - eventPatienceMs);
  const events = await context.db
    .selectFrom('private.provider_events')
    .select(['provider', 'event_id'])
    .where('done_at', 'is', null)
    .where('received_at', '>', since)
    .orderBy('tries')
    .orderBy('received_at')
    .limit(pageSize)
    .execute();
  for (const { provider, event_id } of events) {
    if (signal?.aborted) return;
    const done = await processEvent(context, provider as PaymentProviderName, event_id);
    report.count(done ? 'events_done' : 'events_waiting');
  }
}

/** What is no longer retried, reported so that the owner sees it. */
async function reportGivenUp(context: OrderContext, report: RunReport): Promise<void> {
  const before = new Date(context.now().getTime() - eventPatienceMs);
  const events = await context.db
    .selectFrom('private.provider_events')
    .select(['provider', 'event_id', 'type', 'last_error'])
    .where('done_at', 'is', null)
    .where('received_at', '<=', before)
    .limit(pageSize)
    .execute();
  for (const { provider, event_id, type, last_error } of events) {
    report.find({
      kind: 'event_unfinished',
      provider: provider as PaymentProviderName,
      detail: `${type} ${event_id}: ${last_error ?? 'not begun'}`,
    });
  }
  const mails = await context.db
    .selectFrom('private.email_outbox')
    .select(['order_id', 'subject', 'last_error'])
    .where('status', '=', 'failed')
    .where('order_id', 'is not', null)
    // Dismissed by the owner, or emptied along with the customer's account.
    .where('dismissed_at', 'is', null)
    .limit(pageSize)
    .execute();
  for (const { order_id, subject, last_error } of mails) {
    report.find({
      kind: 'mail_given_up',
      order_id: order_id ?? '',
      detail: `${subject}: ${last_error ?? 'unknown'}`,
    });
  }
}
