import type { Database } from '@liv-fit/backend/database';
import { orderPlaceholders } from '#domain/order.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import type { DeliveryOutcome } from './deliver-email.ts';

const minuteMs = 60_000;
const longestWaitMs = 6 * 60 * minuteMs;

/**
 * Retried after 1, 2, 4 … minutes, at most 6 hours; after the twelfth attempt (about a day) it is
 * given up.
 */
export const maxTries = 12;

export function waitAfter(tries: number): number {
  return Math.min(minuteMs * 2 ** (tries - 1), longestWaitMs);
}

/**
 * Emails with a link or code that gives access, and those to deleted accounts: emptied even when
 * they are given up, and never sent again.
 */
export const expiringMail = /^auth:|^order:[^:]+:link:|^account:/;

/**
 * Records the outcome of an attempt, unless the lease has passed to another process. An email that
 * is given up stays `failed`, for the admin to see. The text of sent emails and of those with an
 * expired link is emptied at once; to send an order's email again, it is rendered again from its
 * order.
 */
export async function recordAttempt(
  database: Database,
  email: ClaimedEmail,
  outcome: DeliveryOutcome,
  now: Date,
): Promise<'sent' | 'retry' | 'given_up' | 'lost'> {
  const result =
    outcome.kind === 'sent'
      ? 'sent'
      : outcome.final || email.tries >= maxTries
        ? 'given_up'
        : 'retry';
  const status = { sent: 'sent', retry: 'queued', given_up: 'failed' }[result];
  const ended = result === 'sent' || (result === 'given_up' && expiringMail.test(email.dedupe_key));
  const { rowCount } = await database.query({
    name: 'record_email_attempt',
    text: `update private.email_outbox
      set status = $3, leased_until = null, last_error = $4, next_attempt_at = $5,
        sent_at = case when $3 = 'sent' then $6::timestamptz end,
        html = case when $7 then '' else html end,
        text = case when $7 then '' else text end,
        recipient = case when $7 and dedupe_key like 'account:%' then $8 else recipient end,
        dismissed_at = case when $3 = 'failed' and dedupe_key like 'account:%' then $6::timestamptz
          else dismissed_at end
      where id = $1 and status = 'queued' and leased_until = $2`,
    values: [
      email.id,
      email.leased_until,
      status,
      outcome.kind === 'failed' ? outcome.reason : null,
      new Date(now.getTime() + (result === 'retry' ? waitAfter(email.tries) : 0)),
      now,
      ended,
      orderPlaceholders.deletedEmail,
    ],
  });
  return rowCount === 1 ? result : 'lost';
}
