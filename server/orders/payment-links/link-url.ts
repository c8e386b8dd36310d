import { randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { manualCustomer } from '#domain/manual-order.ts';
import { paymentLinkMail } from '#emails/payment-link.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import type { OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type Offer, showOffer } from './offer.ts';

/** A new URL for a link. Earlier URLs stay valid: each has its own token. */
export async function createLinkUrl(tx: Tables, linkId: string, origin: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('private.payment_link_tokens')
    .values({ token_hash: hashAccessToken(token), link_id: linkId })
    .execute();
  // The part after # is never sent to a server, nor to other sites as a referrer.
  return `${origin}/pay#token=${token}`;
}

interface MailedLink {
  id: string;
  adds_to: string | null;
  customer: unknown;
  offer: unknown;
  expires_at: Date;
}

/** False when there is no email address. `cause` deduplicates the email. */
export async function queueLinkEmail(
  tx: Tables,
  link: MailedLink,
  cause: string,
  { site }: Pick<OrderEmails, 'site'>,
  origin: string,
): Promise<boolean> {
  const email = manualCustomer.shape.email.safeParse(
    (link.customer as { email?: string } | null)?.email,
  ).data;
  if (!email || !isEmailAddress(email)) return false;
  const url = await createLinkUrl(tx, link.id, origin);
  const facts = { url, expiresAt: link.expires_at, addsTo: link.adds_to };
  const { text, values = [] } = emailStatement({
    dedupeKey: `payment-link:${link.id}:${cause}`,
    orderId: link.adds_to,
    recipient: email,
    secret: true,
    ...paymentLinkMail(showOffer(link.offer as Offer), facts, site, origin),
  });
  await tx.executeQuery(CompiledQuery.raw(text, [...values]));
  return true;
}
