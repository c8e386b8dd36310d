import { toDecimal } from '#domain/money.ts';
import type {
  ProviderFailure,
  ProviderRefund,
  Refunded,
  RefundState,
  RefundToMake,
} from '../provider.ts';
import { type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';
import { type PaypalRefund, refund } from './response-schemas.ts';

/**
 * https://developer.paypal.com/docs/api/payments/v2/#captures_refund; a repeated call returns the
 * same response.
 */
export async function refundCapture(
  client: PaypalClient,
  { refundId, paymentReference, amountCents, currency }: RefundToMake,
): Promise<Refunded | ProviderFailure> {
  const path = `/v2/payments/captures/${encodeURIComponent(paymentReference)}/refund`;
  const answer = await client.begin().post(path, {
    body: {
      amount: { currency_code: currency, value: toDecimal(amountCents) },
      custom_id: refundId,
    },
    requestId: refundId,
  });
  if (answer.kind !== 'answer') return paypalFailure(answer);
  const read = readAs(refund, answer.body);
  return read.kind === 'read' ? { kind: 'refunded', refund: toProviderRefund(read.value) } : read;
}

export function toProviderRefund({ id, status, amount, custom_id }: PaypalRefund): ProviderRefund {
  return {
    reference: id,
    refundId: custom_id ?? null,
    amountCents: amount.cents,
    currency: amount.currency,
    state: refundState(status),
  };
}

function refundState(status: string): RefundState {
  if (status === 'COMPLETED') return 'succeeded';
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending';
}
