import { formatAmount } from '#domain/foreign-money.ts';
import { readOrderLines } from '#domain/order.ts';
import { chosenParts } from '#domain/refund-parts.ts';
import { isUuid } from '#domain/uuid.ts';
import type { OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert, queueRefundEmail } from '#server/orders/emails/queue-order-emails.ts';
import { returnStock } from '#server/orders/stock/order-stock.ts';
import type { OrderRow, PaymentRow, RefundRow, Tables } from '#server/orders/tables.ts';
import type { ProviderRefund } from '#server/payments/provider.ts';

/** A status that arrives late never overrides a newer one. */
const rank = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/**
 * Records the provider's state of one refund, no matter where it was started; the order is locked.
 * The customer gets one email when the money is on its way, the team one if it comes back.
 */
export async function recordRefund(
  tx: Tables,
  order: OrderRow,
  payment: PaymentRow,
  reported: ProviderRefund,
  mails: OrderEmails,
): Promise<void> {
  const known = await findRefund(tx, payment, reported);
  // The provider may still know a refund that we gave up; ours has no reference yet.
  if (known?.reference && rank[reported.state] <= rank[known.state]) return;
  const refund = known
    ? await tx
        .updateTable('refunds')
        .set({
          reference: reported.reference,
          state: reported.state,
          ...(reported.state === 'failed' && { request_key: null }),
        })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('refunds')
        .values({
          order_id: order.id,
          payment_id: payment.id,
          provider: payment.provider,
          reference: reported.reference,
          amount_cents: reported.amountCents,
          currency: reported.currency,
          state: reported.state,
          origin: 'provider',
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  if (reported.state === 'succeeded') await restockParts(tx, order, refund);
  if (reported.state === 'failed') {
    const amount = formatAmount(refund.amount_cents, refund.currency);
    await queueAlert(tx, order, 'refund_failed', `It was ${amount}.`, mails, refund.id);
    return;
  }
  const whole = (await returnedOf(tx, payment)) >= payment.amount_cents;
  await queueRefundEmail(
    tx,
    order,
    { id: refund.id, amountCents: refund.amount_cents, currency: refund.currency, whole },
    mails,
  );
}

/** A refund succeeds only once, so its products go back into stock once. */
async function restockParts(tx: Tables, order: OrderRow, refund: RefundRow): Promise<void> {
  const parts = chosenParts.safeParse(refund.lines).data;
  if (!parts?.restock) return;
  const lines = readOrderLines(order.order_items);
  const returned = parts.lines.flatMap(({ line, quantity }) => {
    const id = lines[line]?.id?.toLowerCase();
    return id && isUuid(id) ? [{ product_id: id, quantity }] : [];
  });
  await returnStock(tx, order.id, returned);
}

/** By the provider's id, or by ours until the provider's response has reached us. */
function findRefund(
  tx: Tables,
  payment: PaymentRow,
  { reference, refundId }: ProviderRefund,
): Promise<RefundRow | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where(({ or, and, eb }) =>
      or([
        eb('reference', '=', reference),
        and([eb('reference', 'is', null), eb('id', '=', asUuid(refundId))]),
      ]),
    )
    .executeTakeFirst();
}

const noUuid = '00000000-0000-0000-0000-000000000000';

/** Refund metadata at the provider can contain anything, since people can edit it there. */
function asUuid(refundId: string | null): string {
  return refundId && isUuid(refundId) ? refundId : noUuid;
}

/** Cents refunded, including pending refunds. */
async function returnedOf(tx: Tables, payment: PaymentRow): Promise<number> {
  const { returned } = await tx
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('returned'))
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['pending', 'succeeded'])
    .executeTakeFirstOrThrow();
  return Number(returned ?? 0);
}
