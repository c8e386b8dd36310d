import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { paymentOfSession } from './payment-of-session.ts';

function session(changes: object): Stripe.Checkout.Session {
  return {
    id: 'cs_1',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 4990,
    currency: 'usd',
    metadata: { order_id: 'o1' },
    payment_intent: { id: 'pi_1', status: 'succeeded' },
    customer_details: { name: 'Ann', email: 'ann@example.com', phone: '+1303' },
    collected_information: {
      shipping_details: {
        name: 'Ann',
        address: {
          line1: '1 Main St',
          line2: null,
          city: 'Denver',
          state: 'CO',
          postal_code: '80202',
          country: 'US',
        },
      },
    },
    ...changes,
  } as unknown as Stripe.Checkout.Session;
}

describe('what a session means', () => {
  it.each([
    ['paid', {}],
    ['paid', { payment_status: 'no_payment_required', payment_intent: null }],
    ['unpaid', { status: 'open', payment_status: 'unpaid', payment_intent: null }],
    ['expired', { status: 'expired', payment_status: 'unpaid', payment_intent: null }],
    [
      'processing',
      { payment_status: 'unpaid', payment_intent: { id: 'pi', status: 'processing' } },
    ],
    [
      'failed',
      { payment_status: 'unpaid', payment_intent: { id: 'pi', status: 'requires_payment_method' } },
    ],
    ['failed', { payment_status: 'unpaid', payment_intent: { id: 'pi', status: 'canceled' } }],
    ['processing', { payment_status: 'unpaid', payment_intent: 'pi_not_expanded' }],
  ])('is %s for %j', (state, changes) => {
    expect(paymentOfSession(session(changes)).state).toBe(state);
  });

  it('is our order, the amount, the money and the customer', () => {
    expect(paymentOfSession(session({}))).toEqual({
      reference: 'cs_1',
      orderId: 'o1',
      parts: { discountCents: 0, deliveryCents: 0 },
      destination: { country: 'US', region: 'CO', postalCode: '80202' },
      amountCents: 4990,
      currency: 'USD',
      state: 'paid',
      declined: false,
      paymentReference: 'pi_1',
      customer: {
        name: 'Ann',
        email: 'ann@example.com',
        phone: '+1303',
        address: '1 Main St, Denver, CO 80202, US',
      },
    });
  });

  it.each([
    [true, 'open', { code: 'card_declined' }],
    [false, 'open', null],
    [false, 'complete', { code: 'card_declined' }],
  ])('is declined (%s) when it is %s after %j', (declined, status, error) => {
    const intent = { id: 'pi', status: 'requires_payment_method', last_payment_error: error };
    const open = session({ status, payment_status: 'unpaid', payment_intent: intent });
    expect(paymentOfSession(open).declined).toBe(declined);
  });

  it('names the recipient where somebody else paid', () => {
    const { customer } = paymentOfSession(
      session({ customer_details: { name: 'Bob', email: null, phone: null } }),
    );
    expect(customer).toEqual({
      name: 'Bob',
      email: null,
      phone: null,
      address: 'Ann, 1 Main St, Denver, CO 80202, US',
    });
  });

  it('has no details before the customer has entered them', () => {
    const { customer, orderId } = paymentOfSession(
      session({ customer_details: null, collected_information: null, metadata: {} }),
    );
    expect(customer).toEqual({ name: null, email: null, phone: null, address: null });
    expect(orderId).toBeNull();
  });
});
