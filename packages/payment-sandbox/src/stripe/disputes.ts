import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import { noSuch, refused } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { newId } from './ids.ts';
import { listPage } from './list-page.ts';
import { created, pagination, readParams, text } from './params.ts';
import { type Cause, NO_REQUEST, recordEvent } from './record-event.ts';

const ANSWER_WITHIN_S = 9 * 24 * 60 * 60;

const listSchema = z.strictObject({
  ...pagination,
  charge: text().optional(),
  payment_intent: text().optional(),
  created: created.optional(),
});

export function listDisputes(account: StripeAccount, params: FormObject) {
  const query = readParams(listSchema, params);
  return listPage(account.disputes.newest(), query, {
    url: '/v1/disputes',
    noun: 'dispute',
    keep: (dispute) =>
      (query.charge === undefined || dispute.charge === query.charge) &&
      (query.payment_intent === undefined || dispute.payment_intent === query.payment_intent),
  });
}

export function findDispute(account: StripeAccount, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (dispute === undefined) throw noSuch('dispute', id);
  return dispute;
}

/** The customer's bank takes the money back, provisionally at first. */
export function openDispute(
  account: StripeAccount,
  charge: Stripe.Charge,
  { amount = charge.amount - charge.amount_refunded, reason = 'general' } = {},
): Stripe.Dispute {
  if (charge.status !== 'succeeded' || charge.disputed) {
    throw refused(`Charge ${charge.id} cannot be disputed.`);
  }
  const now = account.now();
  const dispute: Stripe.Dispute = {
    id: newId('du_1'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(charge),
    evidence_details: {
      due_by: now + ANSWER_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent as string | null,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
  account.disputes.put(dispute.id, dispute);
  account.charges.put(charge.id, { ...charge, disputed: true });
  recordEvent(account, 'charge.dispute.created', dispute);
  return dispute;
}

/** Records the bank's decision; closing by API concedes (https://docs.stripe.com/api/disputes/close). */
export function closeDispute(
  account: StripeAccount,
  id: string,
  status: 'won' | 'lost',
  cause: Cause = NO_REQUEST,
): Stripe.Dispute {
  const dispute = findDispute(account, id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw refused('This dispute is already closed');
  }
  const closed = account.disputes.put(id, { ...dispute, status });
  recordEvent(account, 'charge.dispute.closed', closed, cause);
  return closed;
}

function noEvidence(charge: Stripe.Charge): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: charge.billing_details.email,
    customer_name: charge.billing_details.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
