import { orderDetails } from './correct-order.ts';
import type { Amounts } from './order-amounts.ts';
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

const replacementReason = text(500, 'reason').min(1, 'Enter the reason.');
const paymentReference = text(100, 'reference');

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

/** How long a payment link can be valid, in days. */
export const linkDays = [1, 3, 7, 14, 30] as const;
const days = z.literal(linkDays);

/** Of `create-payment-link`, beside what `quote` takes. The payment page asks for the address. */
export const paymentLinkRequest = z.object({
  customer: manualCustomer.extend({ address: orderDetails.shape.address.or(z.literal('')) }),
  days,
  /** Whether the customer is sent the link. */
  tell: z.boolean(),
});

/** Of `add-to-order`: who it is for is in the order. */
export const addToOrderRequest = z.object({
  orderId: z.guid(),
  days,
  tell: z.boolean(),
});

/** Of `copy-payment-link`, `send-payment-link` and `cancel-payment-link`. */
export const namedLinkRequest = z.object({ linkId: z.guid() });

export type PaymentLinkState = 'open' | 'paid' | 'canceled' | 'expired';

/** What has become of a link. */
export function stateOfLink(
  link: {
    order_id: string | null;
    cancelled_at: string | Date | null;
    expires_at: string | Date;
  },
  now: Date,
): PaymentLinkState {
  if (link.order_id !== null) return 'paid';
  if (link.cancelled_at !== null) return 'canceled';
  return new Date(link.expires_at) > now ? 'open' : 'expired';
}

/** What `open-payment-link` shows to whoever holds the link: never who it is for. */
export interface OfferedPayment {
  state: PaymentLinkState;
  /** Null once the link is over, as the three below. */
  lines: { name: string; weight: string; quantity: number; cents: number }[] | null;
  amounts: Amounts | null;
  totalCents: number | null;
  /** ISO 8601. */
  expiresAt: string | null;
  /** The number of the order that the items are added to. */
  addsTo: string | null;
}
