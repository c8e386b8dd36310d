import type { Queryable, Statement } from '@liv-fit/backend/database';

export interface Email {
  /** The same cause is never queued twice, e.g. `order:<id>:paid:customer`. */
  dedupeKey: string;
  /** A bare address. Checked again before sending. */
  recipient: string;
  subject: string;
  html: string;
  text: string;
  orderId?: string | null;
  /**
   * Its text gives access to something (a link, a code) or names somebody who was erased: never
   * exported.
   */
  secret?: boolean;
}

/** For callers that run their own statements; returns a row only if the email is new. */
export function emailStatement(email: Email): Statement {
  return {
    text: `insert into private.email_outbox (dedupe_key, order_id, recipient, subject, html, text, secret)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (dedupe_key) do nothing returning id`,
    values: [
      email.dedupeKey,
      email.orderId ?? null,
      email.recipient,
      email.subject,
      email.html,
      email.text,
      email.secret ?? false,
    ],
  };
}

/**
 * Queues an email in the caller's transaction: it is sent if and only if that commits. False if the
 * same cause had already queued one.
 */
export async function queueEmail(tx: Queryable, email: Email): Promise<boolean> {
  const { rows } = await tx.query(emailStatement(email));
  return rows.length > 0;
}
