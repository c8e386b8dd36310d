import { z } from 'zod';
import { registerAccount } from '../accounts/register-account.ts';
import { findUserByEmail, lockUser } from '../accounts/users.ts';
import { validateEmail } from '../accounts/validate-contact.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { ownMetadata, text } from '../fields.ts';
import { admitMail, mayMail } from '../limits/admit-mail.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { mailCode, purposes, tooSoon } from './codes.ts';
import { challengeFields, insertFlow, readChallenge } from './pkce.ts';

const body = z.object({
  email: text,
  phone: text,
  channel: text,
  create_user: z.boolean().default(true),
  data: ownMetadata.default({}),
  ...challengeFields,
});

/** POST /otp and /magiclink: emails a link and code to sign in with, creating an account if needed. */
export async function otp(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (params.email && params.phone) {
    return invalid('Only an email address or phone number should be provided');
  }
  if (params.email && params.channel) {
    return invalid('Channel should only be specified with Phone OTP');
  }
  const challenge = readChallenge(params);
  if (challenge instanceof Failure) return challenge;
  if (params.phone) {
    return new Failure(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  if (!params.email) return invalid('One of email or phone must be set');
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;
  const early = await admitMail(call, 'otp', email);
  if (early) return early;
  const failure = await inTransaction(call, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user && !params.create_user) {
      if (call.settings.bindBrowsers) return null;
      return new Failure(422, 'otp_disabled', 'Signups not allowed for otp');
    }
    if (!user?.email_confirmed_at) {
      const { data } = params;
      const registered = await registerAccount(tx, call, {
        email,
        passwordHash: null,
        data,
        challenge,
        kind: 'otp',
      });
      if (registered instanceof Failure) return call.settings.bindBrowsers ? null : registered;
      // If addresses need no confirmation, the account is ready and only the link is left to send.
      if (call.settings.confirmEmails) return null;
    }
    const ready = await findUserByEmail(tx, email);
    const account = ready && (await lockUser(tx, ready.id));
    if (!account || tooSoon(call, account.recovery_sent_at) || !(await mayMail(tx, call, email)))
      return null;
    if (challenge) {
      await insertFlow(tx, call, { userId: account.id, method: 'magiclink', challenge });
    }
    await audit(tx, call, account, 'user_recovery_requested');
    return mailCode(tx, call, account, purposes.magiclink, { pkce: challenge !== null });
  });
  return failure ?? Response.json({});
}
