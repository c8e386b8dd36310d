import { z } from './zod.ts';

/** The emails to a customer about an order, as `resend-order-email` names them. */
export const resentEmailKinds = ['confirmation', 'refund', 'shipped'] as const;
export type ResentEmailKind = (typeof resentEmailKinds)[number];

/** Body of `resend-order-email`; without a kind, the confirmation is resent. */
export const resendEmailRequest = z.object({
  orderId: z.guid(),
  kind: z.enum(resentEmailKinds).default('confirmation'),
});
