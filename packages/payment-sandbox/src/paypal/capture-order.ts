import type { Funding, PaypalAccount, StoredOrder } from './account.ts';
import { announceCapture } from './captures.ts';
import { unprocessable } from './errors.ts';
import { newPaypalId } from './ids.ts';
import { approvalUrlOf, findOrder } from './orders.ts';
import type { Capture } from './wire.ts';

type Outcome = Pick<Capture, 'status' | 'status_details'>;

const outcomes: Record<Exclude<Funding, 'declined'>, Outcome> = {
  balance: { status: 'COMPLETED' },
  'capture-declined': { status: 'DECLINED', status_details: { reason: 'DECLINED_BY_PROCESSOR' } },
  pending: { status: 'PENDING', status_details: { reason: 'ECHECK' } },
};

/**
 * `POST /v2/checkout/orders/{id}/capture`. Any capture completes the order, even a declined or
 * pending one: what matters is the capture's own status.
 */
export function captureOrder(account: PaypalAccount, id: string, base: string): StoredOrder {
  const stored = findOrder(account, id);
  const { order, funding } = stored;
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (order.status !== 'APPROVED' || funding === null) {
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      'Payer has not yet approved the Order for payment. Please redirect the payer to the ‘rel’:‘approve’ url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.',
    );
  }
  if (funding === 'declined') {
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.",
      {
        links: [{ href: approvalUrlOf(stored, base), rel: 'redirect', method: 'GET' }],
      },
    );
  }
  const [unit] = order.purchase_units;
  if (unit === undefined) throw new Error('An order has one purchase unit.');
  if (unit.invoice_id !== undefined) refuseSecondInvoice(account, unit.invoice_id);

  const time = account.time();
  const captureId = newPaypalId();
  const { currency_code, value } = unit.amount;
  const captured = account.captures.put(captureId, {
    capture: {
      id: captureId,
      ...outcomes[funding],
      amount: { currency_code, value },
      final_capture: true,
      custom_id: unit.custom_id,
      invoice_id: unit.invoice_id,
      create_time: time,
      update_time: time,
    },
    orderId: id,
    refundIds: [],
  });
  const completed = account.orders.put(id, {
    ...stored,
    order: { ...order, status: 'COMPLETED', update_time: time },
    captureIds: [captureId],
  });
  announceCapture(account, captured, base);
  return completed;
}

/** An invoice can be paid only once, by whichever order. */
function refuseSecondInvoice(account: PaypalAccount, invoiceId: string): void {
  const paid = account.captures
    .values()
    .some(({ capture }) => capture.invoice_id === invoiceId && capture.status !== 'DECLINED');
  if (!paid) return;
  throw unprocessable(
    'DUPLICATE_INVOICE_ID',
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  );
}
