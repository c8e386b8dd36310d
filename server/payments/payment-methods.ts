import type { PaymentMethod } from '#domain/payment-method.ts';
import { type PaymentProviderName, paymentProviders, serviceOf } from './registry.ts';

/** What pages need to know about every payment method, including those that are off. */
export function describeMethods(offered: readonly PaymentProviderName[]): PaymentMethod[] {
  return paymentProviders.map((id) => ({
    id,
    ...serviceOf(id).method,
    offered: offered.includes(id),
  }));
}
