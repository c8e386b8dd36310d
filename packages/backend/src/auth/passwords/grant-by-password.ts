import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { findUserByEmail, isBanned, type UserRow, updateUser } from '../accounts/users.ts';
import { LONGEST_EMAIL } from '../accounts/validate-contact.ts';
import { audit } from '../audit.ts';
import { listLinkRequests, ofThisBrowser } from '../codes/link-requests.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { type Attempt, countAttempt } from '../limits/count-attempt.ts';
import { readBody } from '../read-body.ts';
import { type AuthCall, INSTANCE_ID } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { checkPassword } from './check-password.ts';
import { isBcryptHash } from './password-hasher.ts';

const body = z.object({ email: text, phone: text, password: text });

/**
 * An unknown address, an account without a password and a wrong password get the same response
 * after the same work; only someone who knows the password learns that an account is banned or
 * unconfirmed.
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

  // Limits store what was typed.
  if (params.email.length > LONGEST_EMAIL) return wrongCredentials();
  const email = params.email.toLowerCase();
  const attempt = await countAttempt(call, 'password', email);
  if (attempt.wait > 0) return tooManyRequests(attempt.wait);
  return signIn(call, { email, password: params.password, attempt });
}

interface Typed {
  email: string;
  password: string;
  attempt: Attempt;
}

async function signIn(call: AuthCall, typed: Typed): Promise<Response | Failure> {
  const { attempt, email, password } = typed;
  const user = await findUserByEmail(call.database, email);
  const matches = await call.hasher.verify(user?.encrypted_password, password);
  if (!user || !matches || user.deleted_at) {
    return (await isWaiting(call, user, password)) ? notConfirmed() : wrongCredentials();
  }
  await attempt.forgive();
  if (isBanned(user, call.now)) return new Failure(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) {
    return notConfirmed();
  }

  const stored = user.encrypted_password;
  const renewed = isBcryptHash(stored) ? await call.hasher.hash(password) : null;
  const granted = await inTransaction(call, async (tx) => {
    if (!(await holdPassword(tx, user.id, stored))) return null;
    if (renewed) await updateUser(tx, user.id, { encrypted_password: renewed }, call.now);
    await audit(tx, call, user, 'login', { provider: 'email' });
    return grantSession(tx, call, user.id, 'password');
  });
  if (granted instanceof Failure) return granted;
  // The password changed while this one was being rehashed; check against the new one.
  if (!granted) return signIn(call, typed);
  const weak = await checkPassword(call, password, user.email);
  return Response.json({
    ...(await presentSession(call, granted)),
    ...(weak?.reasons && { weak_password: { message: weak.message, reasons: weak.reasons } }),
  });
}

/** Whether this is still the account's password, and locks it until the transaction ends. */
async function holdPassword(
  tx: Queryable,
  userId: string,
  stored: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'select 1 from auth.users where id = $1 and encrypted_password = $2 for update',
    values: [userId, stored],
  });
  return rowCount > 0;
}

/**
 * Whether the password was typed at a sign-up in this browser whose link has yet to be opened. Such
 * passwords are stored even for addresses that already have an account, so that the response
 * reveals nothing.
 */
async function isWaiting(call: AuthCall, user: UserRow | null, password: string): Promise<boolean> {
  if (!call.settings.bindBrowsers) return false;
  // Queried for unknown addresses too, so that timing reveals nothing. No account has that id.
  const requests = await listLinkRequests(call.database, user?.id ?? INSTANCE_ID, [
    'signup',
    'otp',
  ]);
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
