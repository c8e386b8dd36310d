import type { PaypalAccount, StoredCapture } from './account.ts';
import { merchant } from './create-order.ts';
import { notFound, unprocessable } from './errors.ts';
import { recordEvent } from './events.ts';
import { fromHundredths, toHundredths } from './money.ts';
import type { Capture, CaptureStatus, Link, Money } from './wire.ts';

export function findCapture(account: PaypalAccount, id: string): StoredCapture {
  const stored = account.captures.get(id);
  if (stored === undefined) throw notFound();
  return stored;
}

/** A capture as shown by `GET /v2/payments/captures/{id}` and in events. */
export function showCapture({ capture, orderId }: StoredCapture, base: string): object {
  return {
    ...describe(capture, orderId, base),
    supplementary_data: { related_ids: { order_id: orderId } },
    payee: merchant,
  };
}

export function showCaptureInOrder(account: PaypalAccount, id: string, base: string): object {
  const { capture, orderId } = findCapture(account, id);
  return describe(capture, orderId, base);
}

function describe(capture: Capture, orderId: string, base: string): object {
  return {
    ...capture,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(capture.status !== 'DECLINED' && { seller_receivable_breakdown: shares(capture.amount) }),
    links: linksOf(capture.id, orderId, base),
  };
}

function linksOf(id: string, orderId: string, base: string): Link[] {
  const self = `${base}/v2/payments/captures/${id}`;
  return [
    { href: self, rel: 'self', method: 'GET' },
    { href: `${self}/refund`, rel: 'refund', method: 'POST' },
    { href: `${base}/v2/checkout/orders/${orderId}`, rel: 'up', method: 'GET' },
  ];
}

/** 3.49% plus 49 cents, as PayPal charges in the United States. */
function shares(gross: Money) {
  const all = toHundredths(gross);
  const fee = Math.min(all, Math.round(all * 0.0349) + 49);
  return {
    gross_amount: gross,
    paypal_fee: fromHundredths(fee, gross.currency_code),
    net_amount: fromHundredths(all - fee, gross.currency_code),
  };
}

const eventTypes: Partial<Record<CaptureStatus, [type: string, summary: string]>> = {
  COMPLETED: ['PAYMENT.CAPTURE.COMPLETED', 'Payment completed'],
  PENDING: ['PAYMENT.CAPTURE.PENDING', 'Payment pending'],
  DECLINED: ['PAYMENT.CAPTURE.DECLINED', 'A payment was declined'],
};

/** Sends the shop an event with the capture's outcome. */
export function announceCapture(account: PaypalAccount, stored: StoredCapture, base: string): void {
  const { capture } = stored;
  const [type, summary] = eventTypes[capture.status] ?? [];
  if (type === undefined) return;
  recordEvent(account, {
    type,
    resourceType: 'capture',
    summary: `${summary} for ${capture.amount.value} ${capture.amount.currency_code}`,
    resource: showCapture(stored, base),
    base,
  });
}

/** Completes or declines a pending payment. */
export function settleCapture(
  account: PaypalAccount,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
  base: string,
): StoredCapture {
  const stored = findCapture(account, id);
  if (stored.capture.status !== 'PENDING') {
    throw unprocessable('CAPTURE_NOT_PENDING', 'The capture is not waiting for anything.');
  }
  const { status_details: _, ...capture } = stored.capture;
  const settled = account.captures.put(id, {
    ...stored,
    capture: { ...capture, status, update_time: account.time() },
  });
  announceCapture(account, settled, base);
  return settled;
}
