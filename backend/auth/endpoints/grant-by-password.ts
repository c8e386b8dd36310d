import { z } from 'zod';
import { audit } from '../audit.ts';
import { checkPassword } from '../check-password.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { grantSession, presentSession } from '../grant-session.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { findUserByEmail, isBanned } from '../users.ts';

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

  const email = params.email.toLowerCase();
  const attempts = `password ${email}`;
  const wait = call.limits.account.take(attempts);
  if (wait > 0) return tooManyRequests(wait);
  const user = await findUserByEmail(call.database, email);
  const matches = await call.hasher.verify(user?.encrypted_password, params.password);
  if (!user || !matches || user.deleted_at) {
    return new Failure(400, 'invalid_credentials', 'Invalid login credentials');
  }
  call.limits.account.refund(attempts);
  if (isBanned(user, call.now)) return new Failure(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) {
    return new Failure(400, 'email_not_confirmed', 'Email not confirmed');
  }

  const granted = await inTransaction(call, async (tx) => {
    await audit(tx, call, user, 'login', { provider: 'email' });
    return grantSession(tx, call, user.id, 'password');
  });
  if (granted instanceof Failure) return granted;
  const weak = await checkPassword(call, params.password);
  return Response.json({
    ...(await presentSession(call, granted)),
    ...(weak?.reasons && { weak_password: { message: weak.message, reasons: weak.reasons } }),
  });
}
