import { expect, it } from 'vitest';
import { hasMoneyLeft, ownPaymentLeft, paymentsLeft } from './payments-left.ts';
import type { WholeOrder } from './read-order.ts';

const payment = (id: string, standing: string) => ({ id, amount_cents: 4990, standing });
const refund = (payment_id: string, amount_cents: number, state = 'succeeded') => ({
  ...{ payment_id, amount_cents, state },
});
const whole = (payments: object[], refunds: object[] = [], disputes: object[] = []) =>
  ({ payments, refunds, disputes }) as unknown as WholeOrder;
const leftOf = (order: WholeOrder) =>
  paymentsLeft(order).map(({ payment, cents }) => [payment.id, cents]);

it('a refund that failed leaves its money to be refunded', () => {
  const refunds = [refund('own', 1000), refund('own', 500, 'failed')];
  expect(leftOf(whole([payment('own', 'settled')], refunds))).toEqual([['own', 3990]]);
});

it('counts what is left by payment, extra ones first', () => {
  const both = [payment('own', 'settled'), payment('extra', 'surplus')];
  const order = whole(both, [refund('own', 990), refund('extra', 1000, 'requested')]);
  expect(leftOf(order)).toEqual([
    ['extra', 3990],
    ['own', 4000],
  ]);
  expect(ownPaymentLeft(order)).toMatchObject({ payment: { id: 'own' }, cents: 4000 });
  expect(hasMoneyLeft(order)).toBe(true);
  expect(hasMoneyLeft(whole(both, [refund('own', 4990), refund('extra', 4990)]))).toBe(false);
});

it('leaves nothing of a payment of which a dispute took a part', () => {
  const both = [payment('own', 'settled'), payment('extra', 'surplus')];
  const dispute = (state: string) => ({ payment_id: 'own', amount_cents: 2000, state });
  const lost = whole(both, [], [dispute('won'), dispute('lost')]);
  expect(leftOf(lost)).toEqual([
    ['extra', 4990],
    ['own', 0],
  ]);
  expect(ownPaymentLeft(whole(both, [], [dispute('won'), dispute('open')]))?.cents).toBe(4990);
});
