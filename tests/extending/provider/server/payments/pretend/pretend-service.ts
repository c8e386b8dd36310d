import type { PaymentService } from '#server/payments/payment-service.ts';
import { createPretendProvider } from './pretend-provider.ts';

export const pretend: PaymentService = {
  method: {
    label: 'Pretend',
    hint: 'Paid with play money',
    company: 'Pretend',
    kind: 'approve',
    referenceColumn: 'pretend_order_id',
    functions: { start: 'create-pretend-order', confirm: 'capture-pretend-payment' },
    successPage: { path: '/payment-success', parameter: 'pretend' },
  },
  minimumCents: 1,
  completesFreeOrders: false,
  referencePattern: /^P-[0-9a-f-]{36}$/,
  variable: 'PRETEND_API',
  configure({ PRETEND_API: api }) {
    return api ? () => createPretendProvider(api) : null;
  },
};
