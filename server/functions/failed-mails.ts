import { z } from 'zod';
import { dismissFailedMails, resendFailedMail } from '#server/email/failed-mails.ts';
import type { Outbox } from '#server/email/outbox.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

const resendRequest = z.object({ mailId: z.guid() });
/** As many as the longest page of the list. */
const dismissRequest = z.object({ mailIds: z.array(z.guid()).min(1).max(1000) });

/**
 * `{mailId}` → `{sent}`, for admins: starts a new round of attempts and waits briefly for the
 * first.
 */
export function resendFailedMailFunction(
  context: OrderContext,
  outbox: Pick<Outbox, 'awaitDelivery'>,
  waitMs: number,
): FunctionHandler {
  return async (c, body, caller) => {
    const read = resendRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'mailId: must be the id of an email');
    const mail = { mailId: read.data.mailId, actor: caller.userId };
    const queued = await resendFailedMail(context, mail);
    if (queued.kind === 'refused') return fail(c, queued.code, queued.message);
    return c.json({ sent: await outbox.awaitDelivery([queued.dedupeKey], waitMs) });
  };
}

/** `{mailIds}` → `{dismissed}`, for admins: removes them from the list of failed emails. */
export function dismissFailedMailsFunction(context: OrderContext): FunctionHandler {
  return async (c, body, caller) => {
    const read = dismissRequest.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'mailIds: must be ids of emails');
    const { mailIds } = read.data;
    const dismissed = await dismissFailedMails(context, { mailIds, actor: caller.userId });
    return c.json({ dismissed });
  };
}
