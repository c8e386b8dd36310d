import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { audit } from '../audit.ts';
import { type Challenge, challengeFields, readChallenge } from '../codes/pkce.ts';
import { consumeNonce } from '../codes/reauthenticate.ts';
import { requestEmailChange } from '../codes/request-email-change.ts';
import { lacksSecondStep } from '../factors/require-second-step.ts';
import { Failure } from '../failure.ts';
import { LARGEST_METADATA, metadata, ownMetadata, text } from '../fields.ts';
import { admitMail } from '../limits/admit-mail.ts';
import { changePassword } from '../passwords/change-password.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall, Json } from '../services.ts';
import { ensureBrowserHash, NO_BROWSER } from '../sessions/browser.ts';
import { requireUser, type SignedIn, sessionNotFound } from '../sessions/require-user.ts';
import { findSession, type SessionRow } from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import { notifyOwner } from './notify-owner.ts';
import { presentUser } from './present-user.ts';
import { findUserByEmail, lockUser, mergeMetadata, reloadUser, type UserRow } from './users.ts';
import { validateEmail } from './validate-contact.ts';

const body = z.object({
  email: text,
  phone: text,
  password: z.string().optional(),
  nonce: text,
  data: ownMetadata.optional(),
  app_metadata: metadata.optional(),
  ...challengeFields,
});

interface Changes {
  email: string | null;
  passwordHash: string | null;
  nonce: string;
  data: Json | undefined;
  challenge: Challenge | null;
}

/** GET /user */
export async function getUser(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  return signedIn instanceof Failure ? signedIn : Response.json(presentUser(signedIn.user));
}

/** PUT /user: changes the caller's email address (once confirmed), password and metadata. */
export async function updateOwnUser(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  const changes = await readChanges(call, signedIn);
  if (changes instanceof Failure) return changes;
  const user = await inTransaction(
    call,
    (tx) => applyChanges(tx, call, signedIn, changes),
    signedIn.claims,
  );
  return user instanceof Failure ? user : Response.json(presentUser(user));
}

async function readChanges(
  call: AuthCall,
  { user, session }: SignedIn,
): Promise<Changes | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const { password, nonce, data } = params;

  let email: string | null = null;
  if (params.email) {
    const valid = validateEmail(params.email);
    if (valid instanceof Failure) return valid;
    if (valid !== user.email) email = valid;
  }
  if (params.phone && params.phone !== user.phone) {
    return new Failure(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const weak =
    password === undefined ? null : await checkPassword(call, password, email ?? user.email);
  if (weak) return weak;
  if (params.app_metadata) {
    const message = 'Updating app_metadata requires admin privileges';
    return new Failure(403, 'not_admin', message);
  }
  if ((password || email) && lacksSecondStep(user, session)) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    return new Failure(401, 'insufficient_aal', message);
  }
  if (password !== undefined && user.is_anonymous && !email) {
    const message =
      'Updating password of an anonymous user without an email or phone is not allowed';
    return new Failure(422, 'validation_failed', message);
  }
  const challenge = readChallenge(params);
  if (challenge instanceof Failure) return challenge;
  const early = email ? await admitMail(call, 'email_change', email) : null;
  if (early) return early;
  const tells = !call.settings.bindBrowsers;
  if (tells && email && (await findUserByEmail(call.database, email))) {
    const message = 'A user with this email address has already been registered';
    return new Failure(422, 'email_exists', message);
  }
  let passwordHash: string | null = null;
  if (password !== undefined) {
    if (await call.hasher.verify(user.encrypted_password, password)) {
      const message = 'New password should be different from the old password.';
      return new Failure(422, 'same_password', message);
    }
    passwordHash = await call.hasher.hash(password);
  }
  return { email, passwordHash, nonce, data, challenge };
}

async function applyChanges(
  tx: Queryable,
  call: AuthCall,
  signedIn: SignedIn,
  { email, passwordHash, nonce, data, challenge }: Changes,
): Promise<UserRow | Failure> {
  // Read again: the session may have ended while the password was hashed.
  const user = await lockUser(tx, signedIn.user.id);
  const session = await findSession(tx, signedIn.session.id);
  if (!user || !session) return sessionNotFound();
  if (passwordHash) {
    if (!nonce && needsNonce(call, session)) {
      const message = 'Password update requires reauthentication';
      return new Failure(400, 'reauthentication_needed', message);
    }
    const refused = nonce ? await consumeNonce(tx, call, user, nonce) : null;
    if (refused) return refused;
    await changePassword(tx, call, { userId: user.id, passwordHash, keptSession: session.id });
    await audit(tx, call, user, 'user_updated_password');
  }
  if (data) {
    const clean = call.sanitizeUserMetadata(data, 'client');
    const bytes = await mergeMetadata(tx, user.id, 'raw_user_meta_data', clean, call.now);
    if (bytes > LARGEST_METADATA) {
      return new Failure(422, 'validation_failed', 'The data must not be longer than 16 kB');
    }
  }
  if (email) {
    const failure = await requestEmailChange(tx, call, user, email, challenge, [
      ensureBrowserHash(call) ?? NO_BROWSER,
    ]);
    if (failure) return failure;
  }
  await audit(tx, call, user, 'user_modified');
  if (passwordHash) await notifyOwner(tx, call, user, { kind: 'password_changed' });
  return reloadUser(tx, user.id);
}

/** A session of the last day is recent enough. */
function needsNonce(call: AuthCall, session: SessionRow): boolean {
  const age = call.now.getTime() - new Date(session.created_at).getTime();
  return call.settings.reauthenticateToChangePassword && age > 86_400_000;
}
