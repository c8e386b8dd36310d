import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import { noSuch } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { listPage } from './list-page.ts';
import { created, pagination, readParams, text } from './params.ts';

const intentsSchema = z.strictObject({
  ...pagination,
  created: created.optional(),
  customer: text().optional(),
});

const chargesSchema = z.strictObject({
  ...pagination,
  created: created.optional(),
  customer: text().optional(),
  payment_intent: text().optional(),
});

export function findPaymentIntent(account: StripeAccount, id: string): Stripe.PaymentIntent {
  const intent = account.paymentIntents.get(id);
  if (intent === undefined) throw noSuch('payment_intent', id, 'intent');
  return intent;
}

export function listPaymentIntents(account: StripeAccount, params: FormObject) {
  const query = readParams(intentsSchema, params);
  return listPage(account.paymentIntents.newest(), query, {
    url: '/v1/payment_intents',
    noun: 'payment_intent',
    keep: (intent) => query.customer === undefined || intent.customer === query.customer,
  });
}

export function findCharge(account: StripeAccount, id: string): Stripe.Charge {
  const charge = account.charges.get(id);
  if (charge === undefined) throw noSuch('charge', id);
  return charge;
}

export function listCharges(account: StripeAccount, params: FormObject) {
  const query = readParams(chargesSchema, params);
  return listPage(account.charges.newest(), query, {
    url: '/v1/charges',
    noun: 'charge',
    keep: (charge) =>
      (query.customer === undefined || charge.customer === query.customer) &&
      (query.payment_intent === undefined || charge.payment_intent === query.payment_intent),
  });
}
