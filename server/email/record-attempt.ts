import type { Database } from '#backend/database/database.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import type { DeliveryOutcome } from './deliver-email.ts';

const minuteMs = 60_000;
const longestWaitMs = 6 * 60 * minuteMs;

/** 1, 2, 4 … minutes, at most 6 hours; after the twelfth attempt (about a day) it is given up. */
export const maxTries = 12;

export function waitAfter(tries: number): number {
  return Math.min(minuteMs * 2 ** (tries - 1), longestWaitMs);
}

/**
 * Notes what became of an attempt, unless the lease has passed to somebody else. What is given up
 * stays `failed`, for the admin to see.
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
  const { rowCount } = await database.query({
    text: `update private.email_outbox
      set status = $3, leased_until = null, last_error = $4, next_attempt_at = $5,
        sent_at = case when $3 = 'sent' then $6::timestamptz end
      where id = $1 and status = 'queued' and leased_until = $2`,
    values: [
      email.id,
      email.leased_until,
      status,
      outcome.kind === 'failed' ? outcome.reason : null,
      new Date(now.getTime() + (result === 'retry' ? waitAfter(email.tries) : 0)),
      now,
    ],
  });
  return rowCount === 1 ? result : 'lost';
}
