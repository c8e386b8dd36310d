import type Stripe from 'stripe';
import type {
  DisputeState,
  NotFound,
  PaymentHistory,
  ProviderDispute,
  ProviderFailure,
  ProviderRefund,
  RefundState,
  ReversedList,
} from '../provider.ts';
import { orderIdKey } from './open-session.ts';
import { isMissing, stripeFailure } from './stripe-failure.ts';

/** The metadata key that identifies our refunds at Stripe. */
export const refundIdKey = 'refund_id';

const pageSize = 100;

/** Everything that happened to a payment intent's money afterwards. */
export async function readPaymentHistory(
  stripe: Stripe,
  paymentIntent: string,
): Promise<PaymentHistory | NotFound | ProviderFailure> {
  try {
    const [intent, refunds, disputes] = await Promise.all([
      stripe.paymentIntents.retrieve(paymentIntent),
      collect(stripe.refunds.list({ payment_intent: paymentIntent, limit: pageSize })),
      collect(stripe.disputes.list({ payment_intent: paymentIntent, limit: pageSize })),
    ]);
    return {
      kind: 'history',
      reference: intent.id,
      orderId: intent.metadata[orderIdKey] ?? null,
      refunds: refunds.map(toProviderRefund),
      disputes: disputes.map(toProviderDispute),
    };
  } catch (error) {
    return isMissing(error) ? { kind: 'not_found' } : stripeFailure(error);
  }
}

export async function listReversedPayments(
  stripe: Stripe,
  since: Date,
): Promise<ReversedList | ProviderFailure> {
  const query = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: pageSize };
  try {
    const [refunds, disputes] = await Promise.all([
      collect(stripe.refunds.list(query)),
      collect(stripe.disputes.list(query)),
    ]);
    const references = [...refunds, ...disputes].map(({ payment_intent: intent }) =>
      typeof intent === 'string' ? intent : intent?.id,
    );
    return {
      kind: 'reversed_list',
      paymentReferences: [...new Set(references.filter((id) => id !== undefined))],
    };
  } catch (error) {
    return stripeFailure(error);
  }
}

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    reference: refund.id,
    refundId: refund.metadata?.[refundIdKey] ?? null,
    amountCents: refund.amount,
    currency: refund.currency.toUpperCase(),
    state: refundState(refund.status),
  };
}

/** https://docs.stripe.com/api/refunds/object#refund_object-status */
function refundState(status: string | null): RefundState {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'succeeded' : 'pending';
}

function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute {
  return {
    reference: dispute.id,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    state: disputeState(dispute.status),
    reason: dispute.reason,
  };
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
function disputeState(status: Stripe.Dispute.Status): DisputeState {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'won';
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost';
    default:
      return 'open';
  }
}

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}
