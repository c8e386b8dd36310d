import type { PaymentBeginning } from './begin-payment.ts';

/** `create-checkout`: `{items, customerInfo?}` → `{url}`: orders, and says where to pay by card. */
export const createCheckout: PaymentBeginning = {
  provider: 'stripe',
  customerOf: (told) => told,
  answer: ({ url }) => ({ url }),
};
