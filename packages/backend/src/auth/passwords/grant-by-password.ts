import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { findUserByEmail, isBanned, type UserRow } from '../accounts/users.ts';
import { LONGEST_EMAIL } from '../accounts/validate-contact.ts';
import { audit } from '../audit.ts';
import { listLinkRequests, ofThisBrowser } from '../codes/link-requests.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { countAttempt } from '../limits/count-attempt.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { checkPassword } from './check-password.ts';
import { isBcryptHash } from './password-hasher.ts';

const body = z.object({ email: text, phone: text, password: text });

/**
 * Unknown address, account without password and wrong password get the same answer after the same
 * work; banned and unconfirmed accounts say so only to who knows the password.
 */
export async function grantByPassword(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (params.email && params.phone) {
    return invalid('Only an email address or phone number should be provided on login.');
  }
  if (params.phone) {
    return new Failure(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  if (!params.email) return invalid('missing email or phone');

  // Limits remember what is typed.
  if (params.email.length > LONGEST_EMAIL) return wrongCredentials();
  const email = params.email.toLowerCase();
  const attempt = await countAttempt(call, 'password', email);
  if (attempt.wait > 0) return tooManyRequests(attempt.wait);
  const user = await findUserByEmail(call.database, email);
  const matches = await call.hasher.verify(user?.encrypted_password, params.password);
  if (!user || !matches || user.deleted_at) {
    if (user && (await isWaiting(call, user, params.password))) return notConfirmed();
    return wrongCredentials();
  }
  await attempt.forgive();
  if (isBanned(user, call.now)) return new Failure(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) {
    return notConfirmed();
  }

  const stored = user.encrypted_password;
  const renewed = isBcryptHash(stored) ? await call.hasher.hash(params.password) : null;
  const granted = await inTransaction(call, async (tx) => {
    if (renewed) await renewHash(tx, user.id, { stored, renewed });
    await audit(tx, call, user, 'login', { provider: 'email' });
    return grantSession(tx, call, user.id, 'password');
  });
  if (granted instanceof Failure) return granted;
  const weak = await checkPassword(call, params.password, user.email);
  return Response.json({
    ...(await presentSession(call, granted)),
    ...(weak?.reasons && { weak_password: { message: weak.message, reasons: weak.reasons } }),
  });
}

/** Unless the password was changed in the meantime. */
async function renewHash(
  tx: Queryable,
  userId: string,
  { stored, renewed }: { stored: string | null; renewed: string },
): Promise<void> {
  await tx.query({
    text: `update auth.users set encrypted_password = $3
      where id = $1 and encrypted_password = $2`,
    values: [userId, stored, renewed],
  });
}

/**
 * Whether the password was typed at a sign-up in this browser whose link has yet to be opened. It is
 * kept for addresses that have an account as well, so that the answer does not tell.
 */
async function isWaiting(call: AuthCall, user: UserRow, password: string): Promise<boolean> {
  if (!call.settings.bindBrowsers) return false;
  const requests = await listLinkRequests(call.database, user.id);
  const typed = requests.filter(({ encrypted_password: hash }) => hash !== null);
  const own = ofThisBrowser(call, typed);
  return own !== undefined && call.hasher.verify(own.encrypted_password, password);
}

function wrongCredentials(): Failure {
  return new Failure(400, 'invalid_credentials', 'Invalid login credentials');
}

function notConfirmed(): Failure {
  return new Failure(400, 'email_not_confirmed', 'Email not confirmed');
}
