import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isOutsidePayment } from '#domain/manual-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import {
  type FinishedRefund,
  finishRefund,
  refundGraceMs,
} from '#server/orders/refunds/finish-refund.ts';
import type { RefundRow } from '#server/orders/tables.ts';
import { placeInRound } from './place-in-round.ts';
import { type RunReport, reportingFailure } from './run-report.ts';

const pageSize = 100;
/** So many refunds in a row that a provider cannot be asked about are an outage, in which each takes long. */
const maxUnavailable = 5;

/**
 * Finishes refunds whose response never arrived. Counts those that were finished, and reports those
 * of payments that the provider doesn't know or can't be asked about.
 */
export async function finishRefunds(
  context: OrderContext,
  report: RunReport,
  signal?: AbortSignal,
): Promise<void> {
  const inARow = new Map<string, number>();
  const round = randomUUID();
  let last: RefundRow | undefined;
  do {
    const refunds: RefundRow[] = await requestedRefunds(context, round, last);
    for (const refund of refunds) {
      if (signal?.aborted) return;
      const unavailable = inARow.get(refund.provider) ?? 0;
      if (unavailable >= maxUnavailable) continue;
      await reportingFailure(context, report, { order_id: refund.order_id }, async () => {
        const kind = await finish(context, refund, report);
        inARow.set(refund.provider, kind === 'unavailable' ? unavailable + 1 : 0);
        if (kind === 'sent' || kind === 'refused') report.count('refunds_finished');
      });
    }
    last = refunds.length === pageSize ? refunds.at(-1) : undefined;
  } while (last);
}

function requestedRefunds(
  { db, now }: OrderContext,
  round: string,
  after: RefundRow | undefined,
): Promise<RefundRow[]> {
  const place = placeInRound(round, sql.ref<string>('id'));
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'requested')
    .where('created_at', '<=', new Date(now().getTime() - refundGraceMs))
    .$if(after !== undefined, (query) =>
      query.where(place, '>', placeInRound(round, sql.val(after?.id ?? ''))),
    )
    .orderBy(place)
    .limit(pageSize)
    .execute();
}

async function finish(
  context: OrderContext,
  refund: RefundRow,
  report: RunReport,
): Promise<FinishedRefund['kind']> {
  const payment = await context.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  const finished = await finishRefund(context, refund, payment);
  const { provider, order_id, reference } = payment;
  const told =
    finished.kind === 'not_found'
      ? `${provider} does not know ${reference}, so its refund cannot be made: ask there what became of it`
      : finished.kind === 'unavailable'
        ? `${provider} cannot be asked about the refund of ${reference} that it has yet to confirm: ${finished.detail}`
        : null;
  if (told && !isOutsidePayment(provider)) {
    report.find({ kind: 'order_unreadable', provider, order_id, detail: told });
  }
  return finished.kind;
}
