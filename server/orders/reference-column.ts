import type { PaymentProviderName } from '#domain/order.ts';

/** Where an order keeps the provider's id of its session or wallet order. */
export const referenceColumn = {
  stripe: 'stripe_session_id',
  paypal: 'paypal_order_id',
} as const satisfies Record<PaymentProviderName, string>;
