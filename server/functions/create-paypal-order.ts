import type { PaymentBeginning } from './begin-payment.ts';

/**
 * `create-paypal-order`: `{items}` → `{orderId, approveUrl}`, PayPal's id and where its order is
 * approved. Who and where is PayPal's to say.
 */
export const createPaypalOrder: PaymentBeginning = {
  provider: 'paypal',
  customerOf: () => ({ name: '', email: '', phone: '', address: '' }),
  answer: ({ reference, url }) => ({ orderId: reference, approveUrl: url }),
};
