import { orderDetails } from './correct-order.ts';
import type { Amounts } from './order-amounts.ts';
import { z } from './zod.ts';

/** How an order can be paid outside the payment services; stored in `payments.provider`. */
export const outsidePayments = ['bank_transfer', 'cash'] as const;
export type OutsidePayment = (typeof outsidePayments)[number];

export const outsidePaymentLabels: Readonly<Record<OutsidePayment, string>> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
};

export function isOutsidePayment(provider: string): provider is OutsidePayment {
  return (outsidePayments as readonly string[]).includes(provider);
}

/** Who the order is for. Without an email address, the customer gets no emails. */
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
    /** Identifies the money in the books, e.g. the number of a statement or receipt. */
    reference: paymentReference,
    /** Whether customer and team get the emails of a paid order. */
    tell: z.boolean(),
  }),
  z.object({
    kind: z.literal('replacement'),
    /** The order that this one replaces. */
    replaces: z.guid(),
    reason: replacementReason,
  }),
]);
export type ManualPayment = z.output<typeof manualPayment>;

/** What the screen showed. If given, nothing is created at another total. */
const seen = z.object({ totalCents: z.int().min(0) }).optional();
export type SeenTotal = z.output<typeof seen>;

/** Body of `create-manual-order`, in addition to the fields of `quote`. */
export const manualOrderRequest = z.object({
  customer: manualCustomer,
  payment: manualPayment,
  seen,
});

/** How long a payment link can be valid, in days. */
export const linkDays = [1, 3, 7, 14, 30] as const;
const days = z.literal(linkDays);

/**
 * Body of `create-payment-link`, in addition to the fields of `quote`. The payment page asks for
 * the address.
 */
export const paymentLinkRequest = z.object({
  customer: manualCustomer.extend({ address: orderDetails.shape.address.or(z.literal('')) }),
  days,
  /** Whether the link is emailed to the customer. */
  tell: z.boolean(),
  seen,
});

/** Body of `add-to-order`; the customer is the one of that order. */
export const addToOrderRequest = z.object({
  orderId: z.guid(),
  days,
  tell: z.boolean(),
  seen,
});

/** Body of `copy-payment-link`, `send-payment-link` and `cancel-payment-link`. */
export const namedLinkRequest = z.object({ linkId: z.guid() });

export type PaymentLinkState = 'open' | 'paid' | 'canceled' | 'expired';

/** Whether a link is paid, canceled, expired or still open. */
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

/** What `open-payment-link` shows anyone who has the link; never who it is for. */
export interface OfferedPayment {
  state: PaymentLinkState;
  /** Like the three below, null once the link is no longer open. */
  lines: { name: string; weight: string; quantity: number; cents: number }[] | null;
  amounts: Amounts | null;
  totalCents: number | null;
  /** ISO 8601. */
  expiresAt: string | null;
  /** The number of the order that the items are added to. */
  addsTo: string | null;
}
