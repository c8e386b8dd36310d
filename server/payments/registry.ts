import type { PaymentService } from './payment-service.ts';
import { paypal } from './paypal/paypal-service.ts';
import { stripe } from './stripe/stripe-service.ts';

/**
 * Every payment provider; checkout offers them in this order, with the first one selected by
 * default.
 */
export const paymentServices = {
  stripe,
  paypal,
} satisfies Record<string, PaymentService>;

export type PaymentProviderName = keyof typeof paymentServices;

export const paymentProviders = Object.keys(paymentServices) as PaymentProviderName[];

export function serviceOf(provider: PaymentProviderName): PaymentService {
  return paymentServices[provider];
}
