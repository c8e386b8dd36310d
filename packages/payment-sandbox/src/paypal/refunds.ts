import { z } from 'zod';
import type { PaypalAccount, StoredCapture, StoredRefund } from './account.ts';
import { findCapture } from './captures.ts';
import { notFound, unprocessable } from './errors.ts';
import { recordEvent } from './events.ts';
import { newPaypalId } from './ids.ts';
import { fromHundredths, toHundredths } from './money.ts';
import { money, readBody } from './order-params.ts';

const refundBody = z
  .strictObject({
    amount: money.optional(),
    custom_id: z.string().max(127).optional(),
    invoice_id: z.string().max(127).optional(),
    note_to_payer: z.string().max(255).optional(),
  })
  .nullable();

/**
 * `POST /v2/payments/captures/{id}/refund`: refunds all that is left, or part of it
 * (https://developer.paypal.com/docs/api/payments/v2/#captures_refund).
 */
export function refundCapture(
  account: PaypalAccount,
  captureId: string,
  body: unknown,
  base: string,
): StoredRefund {
  const input = readBody(refundBody, body) ?? {};
  const stored = findCapture(account, captureId);
  const left = refundable(account, stored);
  const { currency_code } = stored.capture.amount;
  const amount = input.amount ?? fromHundredths(left, currency_code);
  if (amount.currency_code !== currency_code) {
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
    );
  }
  if (toHundredths(amount) > left) {
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    );
  }
  const id = newPaypalId();
  const time = account.time();
  const { custom_id, invoice_id, note_to_payer } = input;
  const refund = account.refunds.put(id, {
    refund: {
      id,
      status: 'COMPLETED',
      amount,
      custom_id,
      invoice_id,
      note_to_payer,
      create_time: time,
      update_time: time,
    },
    captureId,
  });
  account.captures.put(captureId, {
    ...stored,
    refundIds: [...stored.refundIds, id],
    capture: {
      ...stored.capture,
      status: toHundredths(amount) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      update_time: time,
    },
  });
  recordEvent(account, {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A ${amount.value} ${amount.currency_code} capture payment was refunded`,
    resource: showRefund(account, id, base),
    base,
  });
  return refund;
}

/** Hundredths that can still be refunded. Throws PayPal's error if there are none. */
function refundable(account: PaypalAccount, stored: StoredCapture): number {
  const { capture } = stored;
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') {
    throw unprocessable(
      'CAPTURE_NOT_COMPLETED',
      'The capture has not been completed and cannot be refunded.',
    );
  }
  const left = unrefunded(account, stored);
  if (left === 0) {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  }
  return left;
}

/** Hundredths of a capture that haven't been refunded. */
export function unrefunded(account: PaypalAccount, { capture, refundIds }: StoredCapture): number {
  const refunded = refundIds.reduce((sum, id) => sum + toHundredths(findRefund(account, id)), 0);
  return toHundredths(capture.amount) - refunded;
}

function findRefund(account: PaypalAccount, id: string) {
  const stored = account.refunds.get(id);
  if (stored === undefined) throw notFound();
  return stored.refund.amount;
}

export function showRefund(account: PaypalAccount, id: string, base: string): object {
  const stored = account.refunds.get(id);
  if (stored === undefined) throw notFound();
  const { refund, captureId } = stored;
  return {
    ...refund,
    seller_payable_breakdown: { gross_amount: refund.amount, net_amount: refund.amount },
    links: [
      { href: `${base}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
  };
}
