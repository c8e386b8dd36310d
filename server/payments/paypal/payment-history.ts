import type {
  DisputeState,
  NotFound,
  PaymentHistory,
  ProviderDispute,
  ProviderFailure,
} from '../provider.ts';
import { type PaypalCalls, type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';
import { toProviderRefund } from './refund-capture.ts';
import {
  captureOfOrder,
  disputes,
  idOfLink,
  order,
  type PaypalDispute,
} from './response-schemas.ts';

/** Everything that happened to a capture's money afterwards; refunds are listed in its order. */
export async function readPaymentHistory(
  client: PaypalClient,
  captureId: string,
): Promise<PaymentHistory | NotFound | ProviderFailure> {
  const calls = client.begin();
  const captured = await calls.get(`/v2/payments/captures/${encodeURIComponent(captureId)}`);
  if (captured.kind === 'not_found') return captured;
  if (captured.kind !== 'answer') return paypalFailure(captured);
  const capture = readAs(captureOfOrder, captured.body);
  if (capture.kind !== 'read') return capture;

  const orderId = capture.value.supplementary_data.related_ids.order_id;
  const [ordered, disputed] = await Promise.all([
    calls.get(`/v2/checkout/orders/${encodeURIComponent(orderId)}`),
    listDisputes(calls, captureId),
  ]);
  if (ordered.kind !== 'answer') return paypalFailure(ordered);
  if (disputed.kind !== 'disputes') return disputed;
  const read = readAs(order, ordered.body);
  if (read.kind !== 'read') return read;
  const refunds = read.value.purchase_units
    .flatMap((unit) => unit.payments?.refunds ?? [])
    .filter(({ links }) => idOfLink(links, 'up') === captureId)
    .map(toProviderRefund);
  const refunded = refunds
    .filter(({ state }) => state === 'pending' || state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const left = Math.max(0, capture.value.amount.cents - refunded);
  return {
    kind: 'history',
    reference: captureId,
    orderId: capture.value.custom_id ?? null,
    refunds,
    disputes: disputed.disputes.map((dispute) => toProviderDispute(dispute, left)),
  };
}

/** https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_list */
async function listDisputes(
  calls: PaypalCalls,
  captureId: string,
): Promise<{ kind: 'disputes'; disputes: PaypalDispute[] } | ProviderFailure> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId });
  const answer = await calls.get(`/v1/customer/disputes?${query}`);
  // An app without permission to see disputes can still read refunds.
  if (answer.kind === 'not_found' || (answer.kind === 'refused' && answer.issue === notAllowed)) {
    return { kind: 'disputes', disputes: [] };
  }
  if (answer.kind !== 'answer') return paypalFailure(answer);
  const read = readAs(disputes, answer.body);
  return read.kind === 'read' ? { kind: 'disputes', disputes: read.value.items } : read;
}

const notAllowed = 'NOT_AUTHORIZED';

/** `leftCents`: what is left of the payment after refunds. */
function toProviderDispute(dispute: PaypalDispute, leftCents: number): ProviderDispute {
  const state = disputeState(dispute);
  const named = dispute.dispute_amount;
  // If part of the payment was refunded earlier, the disputed amount is more than what is taken.
  // Once the dispute is lost, PayPal reports the amount taken, though not in every list.
  const taken = dispute.dispute_outcome?.amount_refunded ?? {
    ...named,
    cents: Math.min(named.cents, leftCents),
  };
  const { cents, currency } = state === 'lost' ? taken : named;
  return {
    reference: dispute.dispute_id,
    amountCents: cents,
    currency,
    state,
    reason: dispute.reason?.toLowerCase() ?? null,
  };
}

function disputeState(dispute: PaypalDispute): DisputeState {
  if (dispute.status === 'RESOLVED') {
    const outcome = dispute.dispute_outcome?.outcome_code ?? '';
    return outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED' ? 'lost' : 'won';
  }
  return dispute.dispute_life_cycle_stage === 'INQUIRY' ? 'inquiry' : 'open';
}
