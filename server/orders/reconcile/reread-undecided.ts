import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isOutsidePayment } from '#domain/manual-order.ts';
import type { RefundState } from '#domain/refund.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { syncRefunds } from '#server/orders/refunds/sync-refunds.ts';
import type { PaymentRow } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { placeInRound } from './place-in-round.ts';
import { type RunReport, reportingFailure } from './run-report.ts';

const pageSize = 100;
/** This many unreadable payments in a row mean an outage, in which each would take long. */
const maxUnreadable = 5;

type Payment = Pick<PaymentRow, 'id' | 'order_id' | 'reference'>;

/**
 * Syncs every payment with an undecided refund or dispute, however old: providers list these by
 * when they began, and a bank takes months.
 */
export async function rereadUndecided(
  context: OrderContext,
  provider: PaymentProvider,
  report: RunReport,
  signal?: AbortSignal,
): Promise<void> {
  const round = randomUUID();
  let inARow = 0;
  let told = false;
  let last: Payment | undefined;
  do {
    const payments: Payment[] = await undecidedPayments(context, provider.name, round, last);
    for (const payment of payments) {
      if (signal?.aborted) return;
      const detail = await reread(context, provider.name, payment, report);
      inARow = detail === null ? 0 : inARow + 1;
      if (detail !== null && !told) {
        report.find({ kind: 'provider_unreadable', provider: provider.name, detail });
        told = true;
      }
      if (inARow === maxUnreadable) return;
    }
    last = payments.length === pageSize ? payments.at(-1) : undefined;
  } while (last);
}

function undecidedPayments(
  context: OrderContext,
  provider: PaymentProviderName,
  round: string,
  after: Payment | undefined,
): Promise<Payment[]> {
  const place = placeInRound(round, sql.ref<string>('id'));
  return undecided(context, ['pending'])
    .select(['id', 'order_id', 'reference'])
    .where('provider', '=', provider)
    .$if(after !== undefined, (query) =>
      query.where(place, '>', placeInRound(round, sql.val(after?.id ?? ''))),
    )
    .orderBy(place)
    .limit(pageSize)
    .execute();
}

function undecided({ db }: OrderContext, refunds: RefundState[]) {
  return db.selectFrom('payments').where('id', 'in', (query) =>
    query
      .selectFrom('refunds')
      .select('payment_id')
      .where('state', 'in', refunds)
      .union(
        query.selectFrom('disputes').select('payment_id').where('state', 'in', ['inquiry', 'open']),
      ),
  );
}

/** Those that nobody can be asked about, because their provider's keys were removed. */
export async function reportUndecidedOff(context: OrderContext, report: RunReport): Promise<void> {
  const waiting = await undecided(context, ['requested', 'pending'])
    .select(({ fn }) => ['provider', fn.countAll<string>().as('payments')])
    .groupBy('provider')
    .orderBy('provider')
    .execute();
  for (const { provider, payments } of waiting) {
    if (isOutsidePayment(provider) || context.providers[provider]) continue;
    report.find({
      kind: 'provider_off',
      provider,
      detail: `${provider} is switched off, so it cannot be asked about ${Number(payments) === 1 ? '1 payment' : `${payments} payments`} with a refund or dispute that it had yet to decide: give its keys again`,
    });
  }
}

/** Why the provider couldn't be asked; null if it answered. */
async function reread(
  context: OrderContext,
  provider: PaymentProviderName,
  { order_id, reference }: Payment,
  report: RunReport,
): Promise<string | null> {
  report.count('undecided_payments_read');
  let unavailable: string | null = null;
  await reportingFailure(context, report, { provider, order_id }, async () => {
    const read = await syncRefunds(context, provider, reference);
    if (read.kind === 'unavailable') {
      context.log.warn({ orderId: order_id, provider }, 'A payment could not be re-read.');
      unavailable = read.detail;
    }
    if (read.kind === 'not_found') {
      const detail = `${provider} no longer knows ${reference}, whose refund or dispute it had yet to decide: ask there what became of it`;
      report.find({ kind: 'order_unreadable', provider, order_id, detail });
    }
  });
  return unavailable;
}
