import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { findUserByEmail, type UserRow } from '../accounts/users.ts';
import { validateEmail } from '../accounts/validate-contact.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { text } from '../fields.ts';
import { admitMail } from '../limits/admit-mail.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { type Challenge, challengeFields, insertFlow, readChallenge } from './pkce.ts';
import { isSettled, repeatConfirmation } from './request-confirmation.ts';
import { repeatEmailChange } from './request-email-change.ts';

const body = z.object({ type: text, email: text, phone: text, ...challengeFields });

const TYPES = ['signup', 'email_change', 'sms', 'phone_change'];

/** POST /resend: sends the confirmation of a sign-up or of a new address again. */
export async function resend(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const { type } = params;
  if (!TYPES.includes(type)) {
    return invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!params.email && type === 'signup') return invalid('Type provided requires an email address');
  if (!params.phone && type === 'sms') return invalid('Type provided requires a phone number');
  if (params.email && params.phone) {
    return invalid('Only an email address or phone number should be provided.');
  }
  if (params.phone) {
    return new Failure(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  if (!params.email) return invalid('Missing email address or phone number');
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;
  const challenge = readChallenge(params);
  if (challenge instanceof Failure) return challenge;
  const request = type === 'email_change' ? 'resend_change' : 'resend';
  const early = await admitMail(call, request, email);
  if (early) return early;

  const failure = await inTransaction(call, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return null;
    if (type === 'signup') return resendConfirmation(tx, call, user, challenge);
    if (type !== 'email_change') return null;
    const early = await repeatEmailChange(tx, call, user.id, challenge);
    // Only an account with a pending change can be too early, so the error would reveal it.
    return call.settings.bindBrowsers ? null : early;
  });
  return failure ?? Response.json({});
}

async function resendConfirmation(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  challenge: Challenge | null,
): Promise<Failure | null> {
  if (call.settings.bindBrowsers) {
    return isSettled(user) ? null : repeatConfirmation(tx, call, user, challenge);
  }
  if (user.email_confirmed_at) return null;
  const early = tooSoon(call, user.confirmation_sent_at);
  if (early) return early;
  await audit(tx, call, user, 'user_confirmation_requested');
  if (challenge) {
    await insertFlow(tx, call, { userId: user.id, method: 'email/signup', challenge });
  }
  return mailCode(tx, call, user, purposes.signup, { pkce: challenge !== null });
}
