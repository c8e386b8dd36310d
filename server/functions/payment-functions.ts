import type { PaymentKind } from '#domain/payment-method.ts';
import { functionLimits } from '#server/limits.ts';
import {
  type PaymentProviderName,
  paymentProviders,
  serviceOf,
} from '#server/payments/registry.ts';
import { beginPayment } from './begin-payment.ts';
import { capturePayment } from './capture-payment.ts';
import type { FunctionDeps, FunctionHandler, ShopFunction } from './function-handler.ts';
import { updateOrderDetails } from './update-order-details.ts';

type Confirm = (deps: FunctionDeps, provider: PaymentProviderName) => FunctionHandler;

const confirmations: Record<PaymentKind, Confirm> = {
  redirect: updateOrderDetails,
  approve: capturePayment,
};

const shared = { access: 'everyone', limit: functionLimits.shopping } as const;

/** Two functions per payment provider: one begins a payment, the other confirms it. */
export const paymentFunctions: readonly ShopFunction[] = paymentProviders.flatMap((provider) => {
  const { functions, kind } = serviceOf(provider).method;
  return [
    { name: functions.start, ...shared, handler: (deps) => beginPayment(provider, deps) },
    {
      name: functions.confirm,
      ...shared,
      handler: (deps) => confirmations[kind](deps, provider),
    },
  ];
});
