import type { PaypalAccount } from './account.ts';
import { findCapture } from './captures.ts';
import { notFound, unprocessable } from './errors.ts';
import { recordEvent } from './events.ts';
import { newPaypalId } from './ids.ts';
import { fromHundredths } from './money.ts';
import type { Dispute, DisputeOutcome } from './wire.ts';

/** The payer's bank has taken a payment back until it decides. */
export function openDispute(account: PaypalAccount, captureId: string, base: string): Dispute {
  const { capture } = findCapture(account, captureId);
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('CAPTURE_NOT_DISPUTABLE', 'Only a completed payment can be disputed.');
  }
  const time = account.time();
  const dispute = account.disputes.put(captureId, {
    dispute_id: `PP-D-${newPaypalId(6)}`,
    reason: 'UNAUTHORISED',
    status: 'OPEN',
    dispute_state: 'REQUIRED_ACTION',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_amount: capture.amount,
    disputed_transactions: [
      { seller_transaction_id: captureId, invoice_number: capture.invoice_id },
    ],
    create_time: time,
    update_time: time,
  });
  announce(account, 'CUSTOMER.DISPUTE.CREATED', dispute, base);
  return dispute;
}

export function closeDispute(
  account: PaypalAccount,
  captureId: string,
  outcome_code: DisputeOutcome,
  base: string,
): Dispute {
  const dispute = account.disputes.get(captureId);
  if (dispute === undefined) throw notFound();
  if (dispute.status === 'RESOLVED') {
    throw unprocessable('DISPUTE_RESOLVED', 'The dispute has been resolved already.');
  }
  const { dispute_amount } = dispute;
  const closed = account.disputes.put(captureId, {
    ...dispute,
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    dispute_outcome: {
      outcome_code,
      amount_refunded:
        outcome_code === 'RESOLVED_BUYER_FAVOUR'
          ? dispute_amount
          : fromHundredths(0, dispute_amount.currency_code),
    },
    update_time: account.time(),
  });
  announce(account, 'CUSTOMER.DISPUTE.RESOLVED', closed, base);
  return closed;
}

/** `GET /v1/customer/disputes`, of one transaction or of all since a time. */
export function listDisputes(
  account: PaypalAccount,
  { transactionId, since }: { transactionId: string | undefined; since: string | undefined },
): { items: Dispute[]; links: [] } {
  const items = account.disputes.newest().filter(({ disputed_transactions, create_time }) => {
    if (since !== undefined && Date.parse(create_time) < Date.parse(since)) return false;
    if (transactionId === undefined) return true;
    return disputed_transactions.some((one) => one.seller_transaction_id === transactionId);
  });
  return { items, links: [] };
}

export function findDispute(account: PaypalAccount, id: string): Dispute {
  const found = account.disputes.values().find(({ dispute_id }) => dispute_id === id);
  if (found === undefined) throw notFound();
  return found;
}

function announce(account: PaypalAccount, type: string, dispute: Dispute, base: string): void {
  recordEvent(account, {
    type,
    resourceType: 'dispute',
    summary: type.endsWith('CREATED') ? 'A dispute was created' : 'A dispute was resolved',
    resource: dispute,
    base,
  });
}
