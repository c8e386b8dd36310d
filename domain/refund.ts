import { toCents } from './money.ts';
import { chosenParts } from './refund-parts.ts';
import { z } from './zod.ts';

/** Dollars in, as a number or decimal text; cents out. */
const amount = z.union([z.number(), z.string()]).transform((value, context) => {
  try {
    const cents = toCents(value);
    if (cents > 0) return cents;
  } catch {
    // Reported below, like any other invalid amount.
  }
  context.addIssue({ code: 'custom', message: 'must be an amount of money above zero' });
  return z.NEVER;
});

/**
 * Body of `refund-order`. Without an amount, the price of the parts is refunded; without parts,
 * everything left.
 */
export const refundOrderRequest = z.object({
  orderId: z.guid(),
  amount: amount.optional(),
  parts: chosenParts
    .refine(({ lines, delivery }) => lines.length > 0 || delivery, 'names nothing')
    .optional(),
  /** Which payment to refund; only for an order that was paid twice. */
  paymentId: z.guid().optional(),
  /**
   * What had already been refunded when this was decided; if it no longer matches, the refund is
   * refused.
   */
  seen: z.object({ refundedCents: z.int().min(0) }).optional(),
  /** Also cancels the order in the same step, unless it has changed since it was seen. */
  cancel: z
    .object({
      seen: z.object({ updatedAt: z.iso.datetime({ offset: true }) }),
      /** Emails the customer that the order has been canceled. */
      tell: z.boolean().default(false),
    })
    .optional(),
});

/** `requested`: waiting for the provider; `pending`: waiting for the bank. */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];
