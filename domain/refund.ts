import { toCents } from './money.ts';
import { chosenParts } from './refund-parts.ts';
import { z } from './zod.ts';

/** Dollars, as a number or as decimal text; out come cents. */
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
 * Body of `refund-order`; without an amount, what the parts cost is refunded, and without parts
 * everything left.
 */
export const refundOrderRequest = z.object({
  orderId: z.guid(),
  amount: amount.optional(),
  parts: chosenParts
    .refine(({ lines, delivery }) => lines.length > 0 || delivery, 'names nothing')
    .optional(),
  /** Only where an order was paid twice: which of its payments. */
  paymentId: z.guid().optional(),
  /** What had gone back when the refund was decided on; otherwise it is refused. */
  seen: z.object({ refundedCents: z.int().min(0) }).optional(),
  /** Cancels the order in the same step, unless it has changed since it was seen. */
  cancel: z
    .object({
      seen: z.object({ updatedAt: z.iso.datetime({ offset: true }) }),
      /** Emails the customer that it will not come. */
      tell: z.boolean().default(false),
    })
    .optional(),
});

/** `requested`: the provider's answer is awaited; `pending`: the bank's. */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];
