import type { Queryable } from '../../database/database.ts';
import { claimAddress } from '../accounts/address-holder.ts';
import { confirmEmail } from '../accounts/confirm-account.ts';
import {
  findUserByEmail,
  isBanned,
  lockUser,
  reloadUser,
  type UserRow,
  updateUser,
} from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { endOtherAccess } from './end-other-access.ts';
import { findIdentity, insertProvidedIdentity, refreshProviders } from './identities.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { ExternalProvider, Profile } from './provider.ts';

/** Adds the identity to the account of a signed-in person who asked for it. */
export async function linkIdentity(
  tx: Queryable,
  call: AuthCall,
  provider: ExternalProvider,
  profile: Profile,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<UserRow | Failure> {
  const user = await lockUser(tx, userId);
  if (!user || user.deleted_at) {
    return new Failure(422, 'user_not_found', 'Linking target user not found');
  }
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  const known = await findIdentity(tx, provider.name, profile.subject);
  if (known) {
    const message =
      known.user_id === user.id
        ? 'Identity is already linked'
        : 'Identity is already linked to another user';
    return new Failure(422, 'identity_already_exists', message);
  }
  const identityId = await insertProvidedIdentity(tx, user.id, {
    provider: provider.name,
    subject: profile.subject,
    data: call.sanitizeUserMetadata(profile.data, 'client'),
    now: call.now,
  });
  const traits = { identity_id: identityId, provider: provider.name, provider_id: profile.subject };
  await audit(tx, call, user, 'identity_linked', traits);
  const [main] = profile.emails;
  if (!user.email && main) {
    const failure = await adoptEmail(tx, call, provider, user, { ...main, identityId });
    if (failure instanceof Failure && !failure.keepsWrites) return failure;
    await endOtherAccess(tx, call, userId, sessionId);
    if (failure) return failure;
  }
  return refreshProviders(tx, user.id, call.now);
}

/** An account without an address takes the one that comes with the identity. */
async function adoptEmail(
  tx: Queryable,
  call: AuthCall,
  { name }: ExternalProvider,
  user: UserRow,
  { email, verified, identityId }: { email: string; verified: boolean; identityId: string },
): Promise<Failure | null> {
  const isFree = verified
    ? await claimAddress(tx, call, email)
    : !(await findUserByEmail(tx, email));
  if (!isFree) {
    const message = 'A user with this email address has already been registered';
    return new Failure(400, 'email_exists', message);
  }
  await updateUser(tx, user.id, { email }, call.now);
  const owner = await reloadUser(tx, user.id);
  if (!verified) {
    const refused = await mailConfirmation(tx, call, owner, identityId);
    if (refused) return refused;
    const message = `Unverified email with ${name}. A confirmation email has been sent to your ${name} email`;
    return new Failure(422, 'email_not_confirmed', message, { keepsWrites: true });
  }
  await confirmEmail(tx, call, owner);
  await updateUser(tx, user.id, { is_anonymous: false }, call.now);
  return null;
}
