import type { Queryable } from '../../database/database.ts';
import { lockUser, type UserRow, updateUser } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { admitMail, mailboxFull, mayMail } from '../limits/admit-mail.ts';
import type { AuthCall } from '../services.ts';
import { requireUser } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { clearOneTimeTokens, hashCode, isValidToken } from './one-time-tokens.ts';

/** GET /reauthenticate: emails a code to send as the nonce of a password change. */
export async function reauthenticate(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  const { user, claims } = signedIn;
  const { email } = user;
  if (!email) {
    return invalid('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email_confirmed_at) {
    return new Failure(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  const early =
    tooSoon(call, user.reauthentication_sent_at) ??
    (await admitMail(call, 'reauthenticate', email));
  if (early) return early;
  const failure = await inTransaction(
    call,
    async (tx) => {
      await lockUser(tx, user.id);
      if (!(await mayMail(tx, call, email, 'own'))) return mailboxFull();
      await audit(tx, call, user, 'user_reauthenticate_requested');
      return mailCode(tx, call, user, purposes.reauthentication);
    },
    claims,
  );
  return failure ?? Response.json({});
}

/** Accepts a reauthentication code once. */
export async function consumeNonce(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  nonce: string,
): Promise<Failure | null> {
  const hash = hashCode(call.oneTimeTokenKey, user.email ?? '', nonce);
  const { reauthentication_token: stored, reauthentication_sent_at: sentAt } = user;
  if (!isValidToken(call, hash, stored, sentAt)) {
    const message = 'Nonce has expired or is invalid';
    return new Failure(422, 'reauthentication_not_valid', message);
  }
  await updateUser(tx, user.id, { reauthentication_token: '' }, call.now);
  await clearOneTimeTokens(tx, user.id, 'reauthentication_token');
  return null;
}
