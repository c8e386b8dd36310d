import { expect, it } from 'vitest';
import { readPaymentHistory } from './payment-history.ts';
import type { PaypalClient } from './paypal-client.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });
const links = [{ rel: 'up', href: 'https://paypal.example/v2/payments/captures/C1' }];

/** A payment of $64 with $50 refunded, and a dispute over all of it. */
function answers(outcome: object): PaypalClient {
  const bodies: Record<string, object> = {
    '/v2/payments/captures/C1': {
      id: 'C1',
      status: 'PARTIALLY_REFUNDED',
      amount: usd('64.00'),
      supplementary_data: { related_ids: { order_id: 'O1' } },
    },
    '/v2/checkout/orders/O1': {
      id: 'O1',
      status: 'COMPLETED',
      create_time: '2027-01-02T12:00:00Z',
      purchase_units: [
        {
          amount: usd('64.00'),
          payments: {
            refunds: [
              { id: 'R1', status: 'COMPLETED', amount: usd('50.00'), links },
              { id: 'R2', status: 'FAILED', amount: usd('10.00'), links },
            ],
          },
        },
      ],
    },
    '/v1/customer/disputes?disputed_transaction_id=C1': {
      items: [{ dispute_id: 'D1', dispute_amount: usd('64.00'), ...outcome }],
    },
  };
  return {
    begin: () => ({
      get: async (path) => ({ kind: 'answer', body: bodies[path] }),
      post: () => Promise.reject(new Error('not called')),
    }),
  };
}

it.each([
  ['what is disputed, while it is open', { status: 'OPEN' }, 6_400],
  [
    'what was taken, once it is lost',
    {
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('20.00') },
    },
    2_000,
  ],
  [
    'what refunds had left, where nobody says what was taken',
    { status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } },
    1_400,
  ],
])('a dispute’s amount is %s', async (_what, outcome, cents) => {
  const history = await readPaymentHistory(answers(outcome), 'C1');
  expect(history).toMatchObject({ kind: 'history', disputes: [{ amountCents: cents }] });
});
