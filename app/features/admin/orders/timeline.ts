import { formatAmount } from '#domain/foreign-money.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { describeRefund } from '#domain/refund-parts.ts';
import { statusLabel } from './order-text.ts';
import { nameOfProvider } from './payment-ids.tsx';
import type { WholeOrder } from './read-order.ts';

export interface TimelineEvent {
  /** ISO 8601. */
  at: string;
  text: string;
  /** Who did it; null for the shop or the customer. */
  by: string | null;
}

/** Who changed what when, newest first. */
export function timelineOf(whole: WholeOrder, methods: readonly PaymentMethod[]): TimelineEvent[] {
  const { order, payments, refunds, disputes, shipments, mails, changes, manual } = whole;
  const authorOf = (id: string) => changes.find(({ row_id }) => row_id === id)?.actor_email ?? null;
  const events: TimelineEvent[] = [
    {
      at: order.created_at,
      text: manual ? 'Order placed by the team' : 'Order placed',
      by: manual ? (changes.find(({ row_id }) => row_id === order.id)?.actor_email ?? null) : null,
    },
    ...payments.map((payment) => ({
      at: payment.created_at,
      text: `${formatAmount(payment.amount_cents, payment.currency)} paid (${nameOfProvider(payment.provider, methods)}, ${payment.reference})`,
      by: null,
    })),
    ...refunds.map((refund) => ({
      at: refund.created_at,
      text: [
        `${formatAmount(refund.amount_cents, refund.currency)} refund: ${refund.state}`,
        describeRefund(order, refund, refundsBefore(refund, refunds)),
      ]
        .filter(Boolean)
        .join(', for '),
      by: authorOf(refund.id),
    })),
    ...disputes.map((dispute) => ({
      at: dispute.created_at,
      text: `${formatAmount(dispute.amount_cents, dispute.currency)} disputed: ${dispute.state}`,
      by: null,
    })),
    ...shipments.map((shipment) => ({
      at: shipment.created_at,
      text: `Shipped with ${shipment.carrier}, ${shipment.tracking_number}`,
      by: authorOf(shipment.id),
    })),
    ...mails.map((mail) => ({
      at: mail.sent_at ?? mail.created_at ?? order.created_at,
      text: `Email "${mail.subject}" to ${mail.recipient}: ${mail.status}${
        mail.status === 'sent' || !mail.last_error ? '' : ` (${mail.last_error})`
      }`,
      by: null,
    })),
    ...changes
      .filter(({ table_name }) => table_name === 'orders')
      .flatMap((change) => {
        const after = (change.after ?? {}) as Record<string, unknown>;
        const before = (change.before ?? {}) as Record<string, unknown>;
        const corrected = (['name', 'email', 'phone', 'address'] as const).filter(
          (field) => field in after,
        );
        const correction =
          change.actor_email && corrected.length > 0
            ? [
                {
                  at: change.created_at,
                  text: `Corrected: ${corrected.join(', ')}`,
                  by: change.actor_email,
                },
              ]
            : [];
        const moves = (['status', 'payment_status'] as const)
          .filter((field) => field in after)
          .map((field) => ({
            at: change.created_at,
            text: `${field === 'status' ? 'Status' : 'Payment'}: ${statusLabel(String(before[field]))} → ${statusLabel(String(after[field]))}`,
            by: change.actor_email,
          }));
        return [...correction, ...moves];
      }),
  ];
  return events.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

type Refund = WholeOrder['refunds'][number];

function refundsBefore(refund: Refund, refunds: readonly Refund[]): unknown[] {
  return refunds
    .filter(
      ({ state, created_at }) =>
        state !== 'failed' && Date.parse(created_at) < Date.parse(refund.created_at),
    )
    .map(({ lines }) => lines);
}

/** In cents: what has gone back, or is about to. */
export function refundedCents({ refunds }: Pick<WholeOrder, 'refunds'>): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
