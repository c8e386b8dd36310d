import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { networkOf } from '../../access/network-of.ts';
import { audit } from '../audit.ts';
import { challengeFields, readChallenge } from '../codes/pkce.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { ownMetadata, text } from '../fields.ts';
import { admitMail } from '../limits/admit-mail.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { readBody } from '../read-body.ts';
import { AUDIENCE, type AuthCall, type Json } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { type PresentedUser, presentUser } from './present-user.ts';
import { refuseSignUp, registerAccount } from './register-account.ts';
import { insertUser } from './users.ts';
import { validateEmail } from './validate-contact.ts';

const body = z.object({
  email: text,
  phone: text,
  password: text,
  data: ownMetadata.default({}),
  ...challengeFields,
});

/** POST /signup: returns the new user, or a session if addresses need no confirmation. */
export async function signUp(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (!params.email && !params.phone) return signUpAnonymously(call, params.data);
  if (!call.settings.signUps) return refuseSignUp();
  if (params.password === '') return invalid('Signup requires a valid password');
  const weak = await checkPassword(call, params.password, params.email);
  if (weak) return weak;
  if (params.email && params.phone) {
    return invalid('Only an email address or phone number should be provided on signup.');
  }
  if (params.phone) {
    return new Failure(400, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  const challenge = readChallenge(params);
  if (challenge instanceof Failure) return challenge;
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;

  const early = await admitMail(call, 'signup', email);
  if (early) return early;

  // Hashed even for a known address, so that timing reveals nothing.
  const passwordHash = await call.hasher.hash(params.password);
  const { data } = params;
  const registered = await inTransaction(call, (tx) =>
    registerAccount(tx, call, { email, passwordHash, data, challenge, kind: 'signup' }),
  );
  if (registered instanceof Failure) return registered;
  if (registered.existing) {
    if (!call.settings.confirmEmails) {
      return new Failure(422, 'user_already_exists', 'User already registered');
    }
    return Response.json(fakeUser(call, email, data));
  }
  const { user } = registered;
  if (call.settings.bindBrowsers && call.settings.confirmEmails) {
    return Response.json(fakeUser(call, email, data));
  }
  if (!user.email_confirmed_at) {
    const invited = user.invited_at && { user_metadata: {}, identities: [] };
    return Response.json({ ...presentUser(user), ...invited });
  }
  const granted = await inTransaction(call, async (tx) => {
    await audit(tx, call, user, 'login', { provider: 'email' });
    return grantSession(tx, call, user.id, 'password');
  });
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}

/**
 * What a stranger gets if the address has an account: the user that would have been created. Only
 * its list of identities is empty, which clients can check (as on a hosted project).
 */
function fakeUser(call: AuthCall, email: string, data: Json): PresentedUser {
  const now = call.now.toISOString();
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: AUDIENCE,
    email,
    email_confirmed_at: undefined,
    invited_at: undefined,
    phone: '',
    phone_confirmed_at: undefined,
    confirmation_sent_at: now,
    confirmed_at: undefined,
    recovery_sent_at: undefined,
    new_email: undefined,
    email_change_sent_at: undefined,
    new_phone: undefined,
    phone_change_sent_at: undefined,
    reauthentication_sent_at: undefined,
    last_sign_in_at: undefined,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: call.sanitizeUserMetadata(data, call.writer),
    factors: undefined,
    identities: [],
    created_at: now,
    updated_at: now,
    banned_until: undefined,
    deleted_at: undefined,
    is_anonymous: false,
  };
}

/** Starts a session for a visitor without an address, who may add one later. */
async function signUpAnonymously(call: AuthCall, data: Json): Promise<Response | Failure> {
  const { settings, limits, address, now } = call;
  if (!settings.anonymousSignIns) {
    return new Failure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!settings.signUps) return refuseSignUp();
  const left =
    address === '' ? 0 : await limits.address.anonymous.take(networkOf(address), call.database);
  if (left > 0) return tooManyRequests(left);

  const granted = await inTransaction(call, async (tx) => {
    const id = await insertUser(tx, {
      email: null,
      passwordHash: null,
      userMetadata: call.sanitizeUserMetadata(data, call.writer),
      appMetadata: {},
      isAnonymous: true,
      now,
    });
    if (!id) throw new Error('An account without an address was refused');
    await audit(tx, call, { id, email: null }, 'login', { provider: 'anonymous' });
    return grantSession(tx, call, id, 'anonymous');
  });
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}
