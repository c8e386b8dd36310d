import type { Database } from '@liv-fit/backend/database';

export interface ClaimedEmail {
  id: string;
  dedupe_key: string;
  order_id: string | null;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  /** Attempts so far, including this one. */
  tries: number;
  /** Identifies the lease: every claim sets a different time. */
  leased_until: Date;
}

/**
 * Claims up to `limit` due emails for this process alone, until the lease ends. An email counts as
 * due by either clock: the database set its timestamp, and ours may be behind. Claims none while a
 * restored shop waits to be confirmed.
 */
export async function claimEmails(
  database: Database,
  now: Date,
  leaseMs: number,
  limit: number,
): Promise<ClaimedEmail[]> {
  const { rows } = await database.query<ClaimedEmail>({
    name: 'claim_emails',
    text: `update private.email_outbox as outbox
      set leased_until = $2, tries = outbox.tries + 1
      where outbox.id in (
        select due.id from private.email_outbox as due
        where due.status = 'queued' and due.next_attempt_at <= greatest($1::timestamptz, now())
          and (due.leased_until is null or due.leased_until <= $1)
          and not exists (select from private.restores where confirmed_at is null)
        order by due.next_attempt_at
        limit $3
        for update skip locked
      )
      returning id, dedupe_key, order_id, recipient, subject, html, text, tries, leased_until`,
    values: [now, new Date(now.getTime() + leaseMs), limit],
  });
  return rows;
}
