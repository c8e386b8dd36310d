import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import { invalidParam, noSuch, refused } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { formatAmount } from './format-amount.ts';
import { newId } from './ids.ts';
import { listPage } from './list-page.ts';
import { created, expand, integer, metadata, pagination, readParams, text } from './params.ts';
import { type Cause, NO_REQUEST, recordEvent } from './record-event.ts';
import { testCards } from './test-cards.ts';

const createSchema = z.strictObject({
  payment_intent: text().optional(),
  charge: text().optional(),
  amount: integer({ min: 1 }).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});

const updateSchema = z.strictObject({ metadata: metadata.optional(), expand });

const listSchema = z.strictObject({
  ...pagination,
  charge: text().optional(),
  payment_intent: text().optional(),
  created: created.optional(),
});

/**
 * `POST /v1/refunds`: refunds all that is left, or part of it
 * (https://docs.stripe.com/api/refunds/create).
 */
export function createRefund(
  account: StripeAccount,
  params: FormObject,
  cause: Cause,
): Stripe.Refund {
  const input = readParams(createSchema, params);
  const charge = chargeToRefund(account, input);
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  checkRefundable(charge, amount, left, isTakenBack(account, charge));

  const status = isSlowToRefund(charge) ? 'pending' : 'succeeded';
  const refund: Stripe.Refund = {
    id: newId('re_3'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent as string | null,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
  account.refunds.put(refund.id, refund);
  const refunded = charge.amount_refunded + amount;
  const updated = account.charges.put(charge.id, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  recordEvent(account, 'refund.created', refund, cause);
  recordEvent(account, 'charge.refunded', updated, cause);
  return refund;
}

export function updateRefund(
  account: StripeAccount,
  id: string,
  params: FormObject,
  cause: Cause,
): Stripe.Refund {
  const input = readParams(updateSchema, params);
  const refund = findRefund(account, id);
  const updated = account.refunds.put(id, {
    ...refund,
    metadata: { ...refund.metadata, ...input.metadata },
  });
  recordEvent(account, 'refund.updated', updated, cause);
  return updated;
}

/** Records how a pending refund ended; a failed one returns its amount to the charge. */
export function settleRefund(
  account: StripeAccount,
  id: string,
  status: 'succeeded' | 'failed',
): Stripe.Refund {
  const refund = findRefund(account, id);
  if (refund.status === 'failed') throw refused('This refund has already failed.');
  const settled = account.refunds.put(id, {
    ...refund,
    status,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  });
  if (status === 'failed') {
    const charge = account.charges.get(String(refund.charge));
    if (charge) {
      account.charges.put(charge.id, {
        ...charge,
        amount_refunded: charge.amount_refunded - refund.amount,
        refunded: false,
      });
    }
    recordEvent(account, 'refund.failed', settled, NO_REQUEST);
  }
  recordEvent(account, 'refund.updated', settled, NO_REQUEST);
  return settled;
}

export function findRefund(account: StripeAccount, id: string): Stripe.Refund {
  const refund = account.refunds.get(id);
  if (refund === undefined) throw noSuch('refund', id);
  return refund;
}

export function listRefunds(account: StripeAccount, params: FormObject) {
  const query = readParams(listSchema, params);
  return listPage(account.refunds.newest(), query, {
    url: '/v1/refunds',
    noun: 'refund',
    keep: (refund) =>
      (query.charge === undefined || refund.charge === query.charge) &&
      (query.payment_intent === undefined || refund.payment_intent === query.payment_intent),
  });
}

function chargeToRefund(
  account: StripeAccount,
  input: { charge?: string | undefined; payment_intent?: string | undefined },
): Stripe.Charge {
  if (input.charge !== undefined) {
    const charge = account.charges.get(input.charge);
    if (charge === undefined) throw noSuch('charge', input.charge, 'charge', 404);
    return charge;
  }
  if (input.payment_intent === undefined) {
    throw invalidParam(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
      'parameter_missing',
    );
  }
  const intent = account.paymentIntents.get(input.payment_intent);
  if (intent === undefined) {
    throw noSuch('payment_intent', input.payment_intent, 'payment_intent', 404);
  }
  const charge = account.charges.get(String(intent.latest_charge));
  if (intent.status !== 'succeeded' || charge === undefined) {
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        code: 'payment_intent_unexpected_state',
        param: 'payment_intent',
      },
    );
  }
  return charge;
}

/** A charge stays `disputed`; once the dispute is won, its money can be refunded again. */
function isTakenBack(account: StripeAccount, charge: Stripe.Charge): boolean {
  return account.disputes
    .newest()
    .some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
}

function checkRefundable(
  charge: Stripe.Charge,
  amount: number,
  left: number,
  isDisputed: boolean,
): void {
  if (charge.status !== 'succeeded') {
    throw refused(`Charge ${charge.id} has not been paid and cannot be refunded.`);
  }
  if (isDisputed) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    const asked = formatAmount(amount, charge.currency);
    const limit =
      charge.amount_refunded === 0
        ? `charge amount (${formatAmount(charge.amount, charge.currency)})`
        : `unrefunded amount on charge (${formatAmount(left, charge.currency)})`;
    throw refused(`Refund amount (${asked}) is greater than ${limit}`, { param: 'amount' });
  }
}

function isSlowToRefund(charge: Stripe.Charge): boolean {
  const last4 = charge.payment_method_details?.card?.last4;
  return testCards.some(
    (card) => card.aftermath === 'refunds-pending' && card.number.endsWith(last4 ?? '-'),
  );
}
