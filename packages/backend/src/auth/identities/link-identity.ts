import type { Queryable } from '../../database/database.ts';
import { mayUseAddress } from '../accounts/address-holder.ts';
import { confirmEmail } from '../accounts/confirm-account.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import { isBanned, lockUser, reloadUser, type UserRow, updateUser } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { requestEmailChange } from '../codes/request-email-change.ts';
import { refuseOneStep } from '../factors/require-second-step.ts';
import { Failure } from '../failure.ts';
import { admitMail } from '../limits/admit-mail.ts';
import type { AuthCall } from '../services.ts';
import { ensureBrowserHash, NO_BROWSER } from '../sessions/browser.ts';
import { sessionNotFound } from '../sessions/require-user.ts';
import { findSession } from '../sessions/sessions.ts';
import { endOtherAccess } from './end-other-access.ts';
import { findIdentity, insertProvidedIdentity, refreshProviders } from './identities.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { ExternalProvider, Profile, ProvidedEmail } from './provider.ts';

/** Who requested the identity, and the flow it came through, if any. */
interface Asker {
  userId: string;
  sessionId: string | null;
  flowId?: string;
}

/** Links the identity to the account of the signed-in user who requested it. */
export async function linkIdentity(
  tx: Queryable,
  call: AuthCall,
  provider: ExternalProvider,
  profile: Profile,
  { userId, sessionId, flowId }: Asker,
): Promise<UserRow | Failure> {
  const user = await lockUser(tx, userId);
  if (!user || user.deleted_at) {
    return new Failure(422, 'user_not_found', 'Linking target user not found');
  }
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  // Checked again: while the user was at the provider, the session may have ended or a factor been
  // added.
  const session = sessionId ? await findSession(tx, sessionId) : null;
  if (session?.user_id !== user.id) return sessionNotFound();
  const refused = refuseOneStep(user, session);
  if (refused) return refused;
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
  await notifyOwner(tx, call, user, { kind: 'identity_linked', provider: provider.name });
  const [main] = profile.emails;
  if (!user.email && main) {
    const kept = { sessionId: session.id, flowId: flowId ?? null };
    const failure = await adoptEmail(tx, call, provider, user, { ...main, identityId, kept });
    if (failure) return failure;
  }
  return refreshProviders(tx, user.id, call.now);
}

/** Gives an account without an address the address of the identity. */
async function adoptEmail(
  tx: Queryable,
  call: AuthCall,
  { name }: ExternalProvider,
  user: UserRow,
  {
    email,
    verified,
    identityId,
    kept,
  }: ProvidedEmail & {
    identityId: string;
    kept: { sessionId: string; flowId: string | null };
  },
): Promise<Failure | null> {
  const unverified = new Failure(
    422,
    'email_not_confirmed',
    `Unverified email with ${name}. A confirmation email has been sent to your ${name} email`,
    { keepsWrites: true },
  );
  if (!verified && call.settings.bindBrowsers) {
    // Changing it at once would hand the account to whoever reads that mailbox.
    const browser = ensureBrowserHash(call) ?? NO_BROWSER;
    const early =
      (await admitMail(call, 'email_change', email, tx)) ??
      (await requestEmailChange(tx, call, user, email, null, [browser]));
    return early ?? unverified;
  }
  if (!(await mayUseAddress(tx, call, { email, verified }))) {
    const message = 'A user with this email address has already been registered';
    return new Failure(400, 'email_exists', message);
  }
  await updateUser(tx, user.id, { email }, call.now);
  await endOtherAccess(tx, call, user.id, kept);
  const owner = await reloadUser(tx, user.id);
  if (!verified) {
    return (await mailConfirmation(tx, call, owner, identityId)) ?? unverified;
  }
  await confirmEmail(tx, call, owner);
  await updateUser(tx, user.id, { is_anonymous: false }, call.now);
  return null;
}
