import { createHash } from 'node:crypto';
import type { AuthMail } from '@liv-fit/backend/auth';
import type { Queryable } from '@liv-fit/backend/database';
import { type AccountMailKind, accountMail } from '#emails/account-mail.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { queueEmail } from './queue-email.ts';

const kinds: Record<AuthMail['kind'], AccountMailKind> = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  invite: 'invite',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
};

/** Adds an account email to the outbox, in the transaction that created its token. */
export async function queueAccountMail(
  tx: Queryable,
  mail: AuthMail,
  site: MailSite,
  origin: string,
): Promise<void> {
  const facts = { url: mail.link || null, token: mail.token || null };
  await queueEmail(tx, {
    // Hashed once more, since the link contains the token's hash.
    dedupeKey: `auth:${mail.kind}:${createHash('sha256').update(mail.tokenHash).digest('hex')}`,
    recipient: mail.to,
    secret: true,
    ...(await accountMail(kinds[mail.kind], facts, site, origin)),
  });
}
