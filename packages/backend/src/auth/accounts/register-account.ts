import type { Queryable } from '../../database/database.ts';
import { audit } from '../audit.ts';
import { mailCode, purposes, tooSoon } from '../codes/codes.ts';
import { type Challenge, insertFlow } from '../codes/pkce.ts';
import {
  isSettled,
  recordRepeatedSignUp,
  requestConfirmation,
} from '../codes/request-confirmation.ts';
import { Failure } from '../failure.ts';
import { insertIdentity } from '../identities/identities.ts';
import type { AuthCall, Json } from '../services.ts';
import { confirmEmail } from './confirm-account.ts';
import { findUserByEmail, insertUser, lockUser, reloadUser, type UserRow } from './users.ts';

export interface Registration {
  email: string;
  passwordHash: string | null;
  data: Json;
  challenge: Challenge | null;
  kind: 'signup' | 'otp';
}

/** `existing`: the address has a confirmed account, which stays unchanged. */
export type Registered = { existing: true } | { existing: false; user: UserRow };

/**
 * Creates an account and emails the confirmation. If the account already exists unconfirmed, sends
 * a new email and changes nothing else: the caller has not proved that the address is theirs.
 */
export async function registerAccount(
  tx: Queryable,
  call: AuthCall,
  registration: Registration,
): Promise<Registered | Failure> {
  if (!call.settings.signUps) return refuseSignUp();
  const { email, challenge } = registration;
  const bound = call.settings.bindBrowsers && call.settings.confirmEmails;
  const account = bound ? { email, passwordHash: null, data: {} } : registration;
  const known = await findUserByEmail(tx, email);
  const user =
    (known && (await lockUser(tx, known.id))) ??
    (await createEmailAccount(tx, call, account)) ??
    (await findUserByEmail(tx, email));
  if (!user) throw new Error('An account could be neither created nor found');

  if (bound ? isSettled(user) : user.email_confirmed_at) {
    if (bound) await recordRepeatedSignUp(tx, call, user, registration);
    await audit(tx, call, user, 'user_repeated_signup', { provider: 'email' });
    return { existing: true };
  }
  if (!call.settings.confirmEmails) {
    await audit(tx, call, user, 'user_signedup', { provider: 'email' });
    await confirmEmail(tx, call, user);
    return { existing: false, user: await reloadUser(tx, user.id) };
  }
  if (bound) {
    await requestConfirmation(tx, call, user, registration);
    return { existing: false, user: await reloadUser(tx, user.id) };
  }
  const early = tooSoon(call, user.confirmation_sent_at);
  if (early) return early;
  await audit(tx, call, user, 'user_confirmation_requested', { provider: 'email' });
  if (challenge) {
    await insertFlow(tx, call, { userId: user.id, method: 'email/signup', challenge });
  }
  await mailCode(tx, call, user, purposes.signup, { pkce: challenge !== null });
  return { existing: false, user: await reloadUser(tx, user.id) };
}

export function refuseSignUp(): Failure {
  return new Failure(422, 'signup_disabled', 'Signups not allowed for this instance');
}

/** A new account with an email identity, or null if the address already has one. */
export async function createEmailAccount(
  tx: Queryable,
  call: AuthCall,
  account: { email: string; passwordHash: string | null; data: Json },
): Promise<UserRow | null> {
  const { email, passwordHash } = account;
  const userMetadata = call.sanitizeUserMetadata(account.data, call.writer);
  const id = await insertUser(tx, {
    email,
    passwordHash,
    userMetadata,
    appMetadata: { provider: 'email', providers: ['email'] },
    now: call.now,
  });
  if (!id) return null;
  await insertIdentity(tx, id, 'email', { ...userMetadata, email }, call.now);
  return reloadUser(tx, id);
}
