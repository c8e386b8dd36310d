import type { Queryable } from '../../database/database.ts';
import { confirmEmail } from '../accounts/confirm-account.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import { refuseSignUp } from '../accounts/register-account.ts';
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts';
import {
  findUserByEmail,
  insertUser,
  isBanned,
  lockUser,
  mergeMetadata,
  reloadUser,
  type UserRow,
} from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import {
  findIdentity,
  insertProvidedIdentity,
  refreshProviders,
  renewProvidedIdentity,
} from './identities.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { ExternalProvider, Profile, ProvidedEmail } from './provider.ts';

/** The account, and the identity that led to it. */
interface Match {
  user: UserRow;
  identityId: string;
  isNew: boolean;
  /** The account before this identity was added to it. */
  before?: UserRow;
}

/**
 * Finds the account of the person a provider vouches for: the one with this identity; else the one
 * with the same address, if both sides have verified it; else a new one. Follows GoTrue's linking
 * rules, except that an address counts only if verified.
 */
export async function findOrCreateAccount(
  tx: Queryable,
  call: AuthCall,
  provider: ExternalProvider,
  profile: Profile,
): Promise<UserRow | Failure> {
  // Two sign-ins of the same person at once must not create two accounts.
  await tx.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`auth.identities ${provider.name} ${profile.subject}`],
  });
  const match = await matchProfile(tx, call, provider, profile);
  if (match instanceof Failure) return match;
  const { user, identityId, isNew, before } = match;
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  const needsEmail = !(provider.settings.emailOptional && !user.email);
  if (user.email_confirmed_at || !needsEmail) {
    await audit(tx, call, user, 'login', { provider: provider.name });
    if (before) {
      await notifyOwner(tx, call, before, { kind: 'identity_linked', provider: provider.name });
    }
    return user;
  }
  if (!isNew) {
    const userMetadata = call.sanitizeUserMetadata(profile.data, 'client');
    await removeUnverifiedAccess(tx, call, user, { identityId, userMetadata });
    await refreshProviders(tx, user.id, call.now);
  }
  return confirmByProvider(tx, call, provider, profile, user.id, identityId);
}

async function matchProfile(
  tx: Queryable,
  call: AuthCall,
  provider: ExternalProvider,
  profile: Profile,
): Promise<Match | Failure> {
  const data = call.sanitizeUserMetadata(profile.data, 'client');
  const known = await findIdentity(tx, provider.name, profile.subject);
  if (known) {
    await lockUser(tx, known.user_id);
    await renewProvidedIdentity(tx, known.id, data, call.now);
    await mergeMetadata(tx, known.user_id, 'raw_user_meta_data', data, call.now);
    const user = await refreshProviders(tx, known.user_id, call.now);
    return { user, identityId: known.id, isNew: false };
  }
  const owner = await findOwner(tx, call, profile.emails);
  if (owner instanceof Failure) return owner;
  const identity = { provider: provider.name, subject: profile.subject, data, now: call.now };
  if (owner) {
    const identityId = await insertProvidedIdentity(tx, owner.id, identity);
    await mergeMetadata(tx, owner.id, 'raw_user_meta_data', data, call.now);
    const user = await refreshProviders(tx, owner.id, call.now);
    const traits = {
      identity_id: identityId,
      provider: provider.name,
      provider_id: profile.subject,
    };
    await audit(tx, call, user, 'identity_linked', traits);
    return { user, identityId, isNew: false, before: owner };
  }
  if (!call.settings.signUps) return refuseSignUp();
  const [main] = profile.emails;
  // An address that belongs to another account stays there.
  const isFree = main !== undefined && !(await findUserByEmail(tx, main.email));
  const id = await insertUser(tx, {
    email: isFree ? main.email : null,
    passwordHash: null,
    userMetadata: data,
    appMetadata: { provider: provider.name, providers: [provider.name] },
    now: call.now,
  });
  if (!id) {
    // Another sign-up has just taken the address, so now there is an owner.
    return matchProfile(tx, call, provider, profile);
  }
  const identityId = await insertProvidedIdentity(tx, id, identity);
  return { user: await reloadUser(tx, id), identityId, isNew: true };
}

/**
 * Finds who has one of the addresses the provider has verified. Unlike in GoTrue, the address that
 * an identity was created with does not count: it may have become somebody else's since.
 */
async function findOwner(
  tx: Queryable,
  call: AuthCall,
  emails: readonly ProvidedEmail[],
): Promise<UserRow | null | Failure> {
  const trusted = emails.filter(({ verified }) => verified || !call.settings.confirmEmails);
  if (trusted.length === 0) return null;
  const { rows } = await tx.query<{ id: string }>({
    text: `select u.id::text from auth.users u
      where not u.is_sso_user and u.deleted_at is null
        and u.email in (select jsonb_array_elements_text($1::text::jsonb)) limit 2`,
    values: [JSON.stringify(trusted.map(({ email }) => email))],
  });
  if (rows.length > 1) {
    const message =
      'Multiple accounts with the same email address in the same linking domain detected: default';
    return new Failure(500, 'unexpected_failure', message);
  }
  return rows[0] ? lockUser(tx, rows[0].id) : null;
}

async function confirmByProvider(
  tx: Queryable,
  call: AuthCall,
  { name }: ExternalProvider,
  { emails }: Profile,
  userId: string,
  identityId: string,
): Promise<UserRow | Failure> {
  const user = await reloadUser(tx, userId);
  const same = emails.find(({ email }) => email === user.email);
  if (same && (same.verified || !call.settings.confirmEmails)) {
    await audit(tx, call, user, 'user_signedup', { provider: name });
    await confirmEmail(tx, call, user);
    return reloadUser(tx, user.id);
  }
  if (!same) {
    const message = `Unverified email with ${name}. Verify the email with ${name} in order to sign in`;
    return new Failure(422, 'provider_email_needs_verification', message);
  }
  const refused = await mailConfirmation(tx, call, user, identityId);
  if (refused) return refused;
  const message = `Unverified email with ${name}. A confirmation email has been sent to your ${name} email`;
  const kept = { keepsWrites: true };
  return new Failure(422, 'provider_email_needs_verification', message, kept);
}
