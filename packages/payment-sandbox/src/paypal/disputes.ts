import type { PaypalAccount } from './account.ts';
import { findCapture } from './captures.ts';
import { notFound, unprocessable } from './errors.ts';
import { recordEvent } from './events.ts';
import { newPaypalId } from './ids.ts';
import { fromHundredths } from './money.ts';
import { unrefunded } from './refunds.ts';
import type { Dispute, DisputeOutcome } from './wire.ts';

/** The payer's bank has taken a payment back until it decides. */
export function openDispute(account: PaypalAccount, captureId: string, base: string): Dispute {
  const { capture } = findCapture(account, captureId);
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('CAPTURE_NOT_DISPUTABLE', 'Only a completed payment can be disputed.');
  }
  // The payer may dispute again only after the shop has won.
  const [latest] = disputesOf(account, captureId);
  if (latest && latest.dispute_outcome?.outcome_code !== 'RESOLVED_SELLER_FAVOUR') {
    throw unprocessable('CAPTURE_NOT_DISPUTABLE', 'This payment is disputed already, or lost.');
  }
  const time = account.time();
  const dispute_id = `PP-D-${newPaypalId(6)}`;
  const dispute = account.disputes.put(dispute_id, {
    dispute_id,
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
  const stored = findCapture(account, captureId);
  const [dispute] = disputesOf(account, captureId);
  if (dispute === undefined) throw notFound();
  if (dispute.status === 'RESOLVED') {
    throw unprocessable('DISPUTE_RESOLVED', 'The dispute has been resolved already.');
  }
  // The bank doesn't take what the shop has already refunded.
  const taken = outcome_code === 'RESOLVED_BUYER_FAVOUR' ? unrefunded(account, stored) : 0;
  const closed = account.disputes.put(dispute.dispute_id, {
    ...dispute,
    status: 'RESOLVED',
    dispute_state: 'RESOLVED',
    dispute_outcome: {
      outcome_code,
      amount_refunded: fromHundredths(taken, dispute.dispute_amount.currency_code),
    },
    update_time: account.time(),
  });
  announce(account, 'CUSTOMER.DISPUTE.RESOLVED', closed, base);
  return closed;
}

/** Newest first. */
function disputesOf(account: PaypalAccount, captureId: string): Dispute[] {
  return account.disputes
    .newest()
    .filter(({ disputed_transactions }) =>
      disputed_transactions.some((one) => one.seller_transaction_id === captureId),
    );
}

export function openDisputeOf(account: PaypalAccount, captureId: string): Dispute | undefined {
  return disputesOf(account, captureId).find(({ status }) => status !== 'RESOLVED');
}

/** `GET /v1/customer/disputes`, for one transaction or for all since a given time. */
export function listDisputes(
  account: PaypalAccount,
  { transactionId, since }: { transactionId: string | undefined; since: string | undefined },
): { items: Dispute[]; links: [] } {
  const all =
    transactionId === undefined ? account.disputes.newest() : disputesOf(account, transactionId);
  const items = all.filter(
    ({ create_time }) => since === undefined || Date.parse(create_time) >= Date.parse(since),
  );
  return { items, links: [] };
}

export function findDispute(account: PaypalAccount, id: string): Dispute {
  const found = account.disputes.get(id);
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
