import { resendEmailRequest } from '#domain/resend-email.ts';
import type { Outbox } from '#server/email/outbox.ts';
import { resendEmail } from '#server/orders/emails/resend-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

/**
 * `{orderId, kind?}` → `{sent}`, for admins: sends the customer's last email of that kind again,
 * waiting briefly for the mail server. If it isn't sent in that time, it is retried like any other
 * email.
 */
export function resendOrderEmail(
  context: OrderContext,
  outbox: Pick<Outbox, 'awaitDelivery'>,
  waitMs: number,
): FunctionHandler {
  return async (c, body, caller) => {
    const read = resendEmailRequest.safeParse(body);
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0] ?? 'orderId');
      return fail(c, 'invalid_request', `${field}: is missing or not valid`);
    }
    const resent = await resendEmail(context, { ...read.data, actor: caller.userId });
    if (resent.kind === 'refused') return fail(c, resent.code, resent.message);
    return c.json({ sent: await outbox.awaitDelivery([resent.dedupeKey], waitMs) });
  };
}
