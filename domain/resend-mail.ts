import { z } from './zod.ts';

/** The mails to a customer about an order, as `resend-order-email` names them. */
export const resentMailKinds = ['confirmation', 'refund', 'shipped'] as const;
export type ResentMailKind = (typeof resentMailKinds)[number];

/** What `resend-order-email` is sent; without a kind the confirmation is meant. */
export const resendMailRequest = z.object({
  orderId: z.guid(),
  kind: z.enum(resentMailKinds).default('confirmation'),
});
