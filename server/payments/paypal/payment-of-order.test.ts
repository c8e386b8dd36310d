import { describe, expect, it } from 'vitest';
import { isOurs, paymentOfOrder } from './payment-of-order.ts';
import { order } from './response-schemas.ts';

const id = '0b0e3e0a-6f0a-4a9e-9a54-0f3b1f5d2c11';
const money = (value: string) => ({ currency_code: 'USD', value });
const capture = (status: string, changes = {}) => ({
  id: `CAP-${status}`,
  status,
  amount: money('49.90'),
  custom_id: id,
  ...changes,
});

function read(changes: {
  status?: string;
  captures?: object[];
  unit?: object;
  payer?: object | null;
}) {
  const {
    status = 'COMPLETED',
    captures,
    unit = {},
    payer = { name: { given_name: 'Ann' } },
  } = changes;
  return order.parse({
    id: '5O190127TN364715T',
    status,
    create_time: '2026-11-20T12:00:00Z',
    payer,
    purchase_units: [
      {
        amount: money('49.90'),
        custom_id: id,
        invoice_id: id,
        ...(captures && { payments: { captures } }),
        ...unit,
      },
    ],
  });
}

describe('what a wallet order means', () => {
  it.each([
    ['unpaid', 'PAYER_ACTION_REQUIRED', undefined],
    ['unpaid', 'CREATED', undefined],
    ['unpaid', 'APPROVED', undefined],
    ['expired', 'VOIDED', undefined],
    ['paid', 'COMPLETED', [capture('COMPLETED')]],
    ['paid', 'COMPLETED', [capture('REFUNDED')]],
    ['paid', 'COMPLETED', [capture('PARTIALLY_REFUNDED')]],
    ['processing', 'COMPLETED', [capture('PENDING')]],
    ['failed', 'COMPLETED', [capture('DECLINED')]],
    ['failed', 'COMPLETED', [capture('FAILED')]],
    ['paid', 'COMPLETED', [capture('COMPLETED'), capture('DECLINED')]],
    ['processing', 'COMPLETED', [capture('PENDING'), capture('DECLINED')]],
    ['processing', 'COMPLETED', [capture('A_WORD_OF_LATER_YEARS')]],
  ])('is %s for an order that is %s with %j', (state, status, captures) => {
    const reported = paymentOfOrder(read({ status, ...(captures && { captures }) }), false);
    expect(reported.state).toBe(state);
  });

  it('is expired when its time is over, unless money moved', () => {
    expect(paymentOfOrder(read({ status: 'CREATED' }), true).state).toBe('expired');
    expect(paymentOfOrder(read({ captures: [capture('COMPLETED')] }), true).state).toBe('paid');
  });

  it('is overdue by our clock, but voided only if PayPal says so', () => {
    expect(paymentOfOrder(read({ status: 'APPROVED' }), true)).toMatchObject({
      state: 'expired',
      overdue: true,
    });
    expect(paymentOfOrder(read({ status: 'VOIDED' }), true).overdue).toBeUndefined();
    const waiting = read({ captures: [capture('PENDING')] });
    expect(paymentOfOrder(waiting, true)).toMatchObject({ state: 'processing' });
  });

  it('is what was taken, not what was asked', () => {
    const reported = paymentOfOrder(
      read({ captures: [capture('COMPLETED', { amount: money('0.01') })] }),
      false,
    );
    expect(reported).toMatchObject({
      amountCents: 1,
      paymentReference: 'CAP-COMPLETED',
      orderId: id,
    });
  });

  it('names the recipient where somebody else paid', () => {
    const { customer } = paymentOfOrder(
      read({
        payer: { name: { given_name: 'Bob', surname: 'Payer' }, email_address: 'bob@example.com' },
        unit: {
          shipping: {
            name: { full_name: 'Ann Example' },
            address: {
              address_line_1: '1 Main St',
              admin_area_2: 'Denver',
              admin_area_1: 'CO',
              postal_code: '80202',
              country_code: 'US',
            },
          },
        },
      }),
      false,
    );
    expect(customer).toEqual({
      name: 'Bob Payer',
      email: 'bob@example.com',
      phone: null,
      address: 'Ann Example, 1 Main St, Denver, CO 80202, US',
    });
  });

  it('has no details before the payer has visited', () => {
    const { customer } = paymentOfOrder(read({ status: 'CREATED', payer: null }), false);
    expect(customer).toEqual({ name: null, email: null, phone: null, address: null });
  });
});

it('is ours when both ids are one order of this shop', () => {
  expect(isOurs(read({}))).toBe(true);
  expect(isOurs(read({ unit: { invoice_id: 'other' } }))).toBe(false);
  expect(isOurs(read({ unit: { custom_id: 'shop-2', invoice_id: 'shop-2' } }))).toBe(false);
  expect(isOurs(read({ unit: { custom_id: null, invoice_id: null } }))).toBe(false);
});
