import { sql } from 'kysely';
import { formatAmount } from '#domain/foreign-money.ts';
import { isOutsidePayment } from '#domain/manual-order.ts';
import type { OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queueAlert } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderRow, PaymentRow, Tables } from '#server/orders/tables.ts';
import type { DisputeState, ProviderDispute } from '#server/payments/provider.ts';

/**
 * A status that arrives late never overrides a newer one. An appeal can reverse a decision, and a
 * case can be reopened: a status read minutes after the decision doesn't count as late.
 */
const rank: Record<DisputeState, number> = { inquiry: 0, open: 1, won: 2, lost: 2 };

/** Records the provider's state of one dispute; the order is locked. The team gets an email. */
export async function recordDispute(
  tx: Tables,
  order: OrderRow,
  payment: PaymentRow,
  reported: ProviderDispute,
  mails: OrderEmails,
): Promise<void> {
  const { reference, state } = reported;
  const { provider } = payment;
  // A payment outside any provider has no disputes.
  if (isOutsidePayment(provider)) return;
  const known = await tx
    .selectFrom('disputes')
    .select(['state', sql<boolean>`updated_at > now() - interval '2 minutes'`.as('isRecent')])
    .select('updated_at')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (known?.state === state) return;
  if (known?.isRecent && rank[state] < rank[known.state]) return;
  await tx
    .insertInto('disputes')
    .values({
      order_id: order.id,
      payment_id: payment.id,
      provider,
      reference,
      amount_cents: reported.amountCents,
      currency: reported.currency,
      state,
      reason: reported.reason,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'reference']).doUpdateSet({
        state,
        reason: reported.reason,
        amount_cents: reported.amountCents,
      }),
    )
    .execute();
  const facts = [formatAmount(reported.amountCents, reported.currency), reported.reason]
    .filter(Boolean)
    .join(', ');
  const decided = state === 'won' || state === 'lost';
  await queueAlert(
    tx,
    order,
    decided ? 'dispute_closed' : 'dispute_opened',
    decided ? `It is ${state}: ${facts}.` : `The bank names: ${facts}.`,
    mails,
    [reference, state, known?.updated_at.toISOString()].filter(Boolean).join(':'),
  );
}
