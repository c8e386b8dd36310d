import { orderDetails } from './correct-order.ts';
import { z } from './zod.ts';

/** How an order can be paid beside the payment services; `payments.provider` holds it. */
export const outsidePayments = ['bank_transfer', 'cash'] as const;
export type OutsidePayment = (typeof outsidePayments)[number];

export const outsidePaymentLabels: Readonly<Record<OutsidePayment, string>> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
};

export function isOutsidePayment(provider: string): provider is OutsidePayment {
  return (outsidePayments as readonly string[]).includes(provider);
}

/** Who the order is for. Without an email address the customer is not written to. */
export const manualCustomer = orderDetails.extend({
  email: z
    .string()
    .trim()
    .max(254, 'The email address is too long.')
    .refine((email) => email === '' || z.email().safeParse(email).success, {
      error: 'Enter an email address.',
    }),
});
export type ManualCustomer = z.output<typeof manualCustomer>;

const text = (most: number, noun: string) =>
  z
    .string()
    .trim()
    .max(most, `The ${noun} is too long.`)
    .regex(/^[^\p{Cc}]*$/u, `The ${noun} must be one line.`);

export const replacementReason = text(500, 'reason').min(1, 'Enter the reason.');
export const paymentReference = text(100, 'reference');

/** How an order that the owner places is paid for. */
export const manualPayment = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('outside'),
    paidBy: z.enum(outsidePayments),
    /** What finds the money in the books: of a statement, a receipt. */
    reference: paymentReference,
    /** Whether customer and team get the emails of a paid order. */
    tell: z.boolean(),
  }),
  z.object({
    kind: z.literal('replacement'),
    /** The order that it replaces. */
    replaces: z.guid(),
    reason: replacementReason,
  }),
]);
export type ManualPayment = z.output<typeof manualPayment>;

/** Of `create-manual-order`, beside what `quote` takes. */
export const manualOrderRequest = z.object({ customer: manualCustomer, payment: manualPayment });
