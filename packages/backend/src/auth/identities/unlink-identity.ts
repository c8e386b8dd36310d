import type { Queryable } from '../../database/database.ts';
import { mayUseAddress } from '../accounts/address-holder.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import {
  type IdentityRow,
  lockUser,
  mergeMetadata,
  reloadUser,
  updateUser,
} from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { clearLinkRequests } from '../codes/link-requests.ts';
import { clearOneTimeTokens } from '../codes/one-time-tokens.ts';
import { refuseOneStep } from '../factors/require-second-step.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isUuid, type SignedIn } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { requireManualLinking } from './authorize.ts';
import { endOtherAccess } from './end-other-access.ts';
import { deleteIdentity, refreshProviders } from './identities.ts';

/** DELETE /user/identities/{id}: removes a provider from the account. */
export async function unlinkIdentity(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireManualLinking(call);
  if (signedIn instanceof Failure) return signedIn;
  const { identity_id: id } = call.params;
  if (!isUuid(id)) return new Failure(404, 'validation_failed', 'identity_id must be an UUID');
  const failure = await inTransaction(
    call,
    (tx) => unlink(tx, call, signedIn, id.toLowerCase()),
    signedIn.claims,
  );
  return failure ?? Response.json({});
}

async function unlink(
  tx: Queryable,
  call: AuthCall,
  { user: { id: userId }, session }: SignedIn,
  id: string,
): Promise<Failure | null> {
  const user = await lockUser(tx, userId);
  const refused = user && refuseOneStep(user, session);
  if (refused) return refused;
  if (!user || user.identities.length <= 1) {
    const message = 'User must have at least 1 identity after unlinking';
    return new Failure(422, 'single_identity_not_deletable', message);
  }
  const gone = user.identities.find((identity) => identity.id === id);
  if (!gone) return new Failure(422, 'identity_not_found', "Identity doesn't exist");
  const { provider, provider_id } = gone;
  await audit(tx, call, user, 'identity_unlinked', { identity_id: id, provider, provider_id });
  await deleteIdentity(tx, id);
  if (provider === 'phone') {
    await updateUser(tx, userId, { phone: null, phone_confirmed_at: null }, call.now);
  } else {
    const failure = await replaceEmail(tx, call, userId, session.id);
    if (failure) return failure;
  }
  const { email } = await refreshProviders(tx, userId, call.now);
  // Only one email: the changed address matters more, since its owner can no longer use it to reset
  // the password.
  const moved = email !== user.email && call.settings.notices.includes('email_changed');
  await notifyOwner(
    tx,
    call,
    user,
    moved ? { kind: 'email_changed' } : { kind: 'identity_unlinked', provider },
  );
  return null;
}

/** Takes the address of a remaining identity, verified ones first. */
async function replaceEmail(
  tx: Queryable,
  call: AuthCall,
  userId: string,
  sessionId: string,
): Promise<Failure | null> {
  const { email: former, email_confirmed_at: confirmed, identities } = await reloadUser(tx, userId);
  if (identities.some((identity) => (identity.email ?? '') === (former ?? ''))) return null;
  const ranked = identities.toSorted((a, b) => rank(a) - rank(b));
  for (const identity of ranked) {
    const verified = rank(identity) === 0;
    // Left unconfirmed, the account would go to whoever reads a mailbox that its owner never proved.
    if (!verified && confirmed && call.settings.bindBrowsers) continue;
    const email = identity.email;
    if (email && !(await mayUseAddress(tx, call, { email, verified }))) continue;
    const changes = {
      email,
      email_change: '',
      confirmation_token: '',
      recovery_token: '',
      email_change_token_new: '',
      email_change_token_current: '',
      reauthentication_token: '',
      ...(!verified && { email_confirmed_at: null }),
    };
    await updateUser(tx, userId, changes, call.now);
    await clearOneTimeTokens(tx, userId);
    await clearLinkRequests(tx, userId);
    await endOtherAccess(tx, call, userId, { sessionId });
    if (!verified) {
      const unverified = { email_verified: false };
      await mergeMetadata(tx, userId, 'raw_user_meta_data', unverified, call.now);
    }
    return null;
  }
  const message = 'Unable to unlink identity due to email conflict';
  return new Failure(422, 'email_conflict_identity_not_deletable', message);
}

function rank({ email, identity_data: data }: IdentityRow): number {
  if (!email) return 2;
  return data.email_verified === true ? 0 : 1;
}
