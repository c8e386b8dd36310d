import { z } from 'zod';
import { findUserByEmail, lockUser } from '../accounts/users.ts';
import { validateEmail } from '../accounts/validate-contact.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { text } from '../fields.ts';
import { admitMail, mayMail } from '../limits/admit-mail.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';
import { inTransaction } from '../transaction.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { challengeFields, insertFlow, readChallenge } from './pkce.ts';

const body = z.object({ email: text, ...challengeFields });

/**
 * POST /recover: emails a link to set a new password; the response is the same for unknown
 * addresses.
 */
export async function recover(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (!params.email) return invalid('Password recovery requires an email');
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;
  const challenge = readChallenge(params);
  if (challenge instanceof Failure) return challenge;
  const early = await admitMail(call, 'recover', email);
  if (early) return early;
  const failure = await inTransaction(call, async (tx) => {
    const known = await findUserByEmail(tx, email);
    const user = known && (await lockUser(tx, known.id));
    if (!user) return null;
    // In a browser the address has signed in from, a sign-in link somebody else just requested
    // blocks nothing.
    if (tooSoon(call, user.recovery_sent_at) && !knownBrowser(call, email)) return null;
    if (!(await mayMail(tx, call, email, 'password'))) return null;
    if (challenge) {
      await insertFlow(tx, call, { userId: user.id, method: 'recovery', challenge });
    }
    await audit(tx, call, user, 'user_recovery_requested');
    return mailCode(tx, call, user, purposes.recovery, { pkce: challenge !== null });
  });
  return failure ?? Response.json({});
}
