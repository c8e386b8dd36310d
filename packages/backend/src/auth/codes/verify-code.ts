import type { Queryable } from '../../database/database.ts';
import { claimAddress } from '../accounts/address-holder.ts';
import { confirmEmail } from '../accounts/confirm-account.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts';
import {
  findUserByEmail,
  findUserByNewEmail,
  isBanned,
  lockUser,
  mergeMetadata,
  reloadUser,
  type UserRow,
  updateUser,
} from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { mergeIdentity, refreshProviders } from '../identities/identities.ts';
import { changePassword } from '../passwords/change-password.ts';
import type { AuthCall } from '../services.ts';
import {
  clearLinkRequests,
  deleteLinkRequest,
  findLinkRequests,
  hasNewerLink,
  type LinkRequestRow,
  markOpenedElsewhere,
  ofThisBrowser,
} from './link-requests.ts';
import {
  clearOneTimeTokens,
  findTokenOwner,
  hashCode,
  isExpired,
  isValidToken,
  type OneTimeTokenType,
} from './one-time-tokens.ts';

/** What a code confirms. `email` stands for any of the first four; the code itself determines which. */
export type VerifiedType =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email';

/** The hash from a link, or a code typed together with its address. */
export type Presented = { hash: string } | { email: string; code: string };

/** `half`: the other of the two addresses has yet to confirm. */
export type Verified =
  | { half: true }
  | {
      half: false;
      user: UserRow;
      /** Nothing typed at the sign-up counts here, so the account has no password yet. */
      choosePassword: boolean;
      /** The flow that this link completes. */
      flowId: string | null;
    };

const TYPES: Record<VerifiedType, readonly OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

export function isVerifiedType(type: string): type is VerifiedType {
  return Object.hasOwn(TYPES, type);
}

/** Uses up the code and does what it is for. */
export async function verifyCode(
  tx: Queryable,
  call: AuthCall,
  type: VerifiedType,
  presented: Presented,
): Promise<Verified | Failure> {
  const found = await findVerified(tx, call, type, presented);
  if (found instanceof Failure) return found;
  const { user, tokenType } = found;
  let choosePassword = false;
  let flowId: string | null = null;
  switch (tokenType) {
    case 'confirmation_token':
      if (call.settings.bindBrowsers) {
        const proved = await acceptConfirmation(tx, call, found);
        if (proved instanceof Failure) return proved;
        ({ choosePassword, flowId } = proved);
      } else {
        await audit(tx, call, user, 'user_signedup', { provider: 'email' });
        await confirmEmail(tx, call, user);
      }
      break;
    case 'recovery_token':
      await updateUser(tx, user.id, { recovery_token: '' }, call.now);
      await clearOneTimeTokens(tx, user.id);
      await audit(tx, call, user, user.email_confirmed_at ? 'login' : 'user_signedup');
      if (!user.email_confirmed_at) {
        if (call.settings.bindBrowsers) {
          const flowMethod = type === 'recovery' ? 'recovery' : 'magiclink';
          await removeUnverifiedAccess(tx, call, user, { flowMethod });
        }
        await confirmEmail(tx, call, await reloadUser(tx, user.id));
      }
      break;
    case 'email_change_token_current':
    case 'email_change_token_new': {
      if (call.settings.bindBrowsers && !ofThisBrowser(call, found.requests)) {
        const message = 'Open this link in the browser in which you asked for the change.';
        return new Failure(403, 'link_of_other_browser', message);
      }
      if (needsBoth(call, user) && user.email_change_confirm_status === 0) {
        await confirmFirstAddress(tx, call, user, tokenType);
        return { half: true };
      }
      const failure = await changeEmail(tx, call, user);
      if (failure) return failure;
      break;
    }
    case 'reauthentication_token':
      return invalid('Unsupported verification type');
  }
  const changed = await refreshProviders(tx, user.id, call.now);
  return { half: false, user: changed, choosePassword, flowId };
}

interface Found {
  user: UserRow;
  tokenType: OneTimeTokenType;
  /** Who requested this link, if links are bound to browsers; newest first. */
  requests: readonly LinkRequestRow[];
}

async function findVerified(
  tx: Queryable,
  call: AuthCall,
  type: VerifiedType,
  presented: Presented,
): Promise<Found | Failure> {
  const bound = await findBound(tx, call, type, presented);
  if (bound) return bound;
  if ('hash' in presented) {
    const failure = linkExpired();
    const owner = await findTokenOwner(tx, presented.hash, TYPES[type]);
    const user = owner && (await lockUser(tx, owner.userId));
    // Looked up again now that the row is locked.
    const still = owner && (await findTokenOwner(tx, presented.hash, [owner.type]));
    if (!user || !still) return failure;
    if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
    if (isExpired(call, sentAt(user, owner.type))) return failure;
    const requests = await findLinkRequests(tx, presented.hash);
    return { user, tokenType: owner.type, requests };
  }

  const failure = new Failure(403, 'otp_expired', 'Token has expired or is invalid');
  const { email, code } = presented;
  const hash = hashCode(call.oneTimeTokenKey, email, code);
  const own = await findUserByEmail(tx, email);
  const owner =
    type === 'email_change' && !own?.email_change ? await findUserByNewEmail(tx, email) : own;
  const user = owner && (await lockUser(tx, owner.id));
  if (!user) return failure;
  const tokenType = TYPES[type].find((candidate) =>
    isValidToken(call, hash, storedHash(user, candidate), sentAt(user, candidate)),
  );
  if (!tokenType) return failure;
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  return { user, tokenType, requests: await findLinkRequests(tx, hash) };
}

/** Finds the confirmation by its requests, to which it belongs rather than to the account. */
async function findBound(
  tx: Queryable,
  call: AuthCall,
  type: VerifiedType,
  presented: Presented,
): Promise<Found | Failure | null> {
  if (!call.settings.bindBrowsers || !TYPES[type].includes('confirmation_token')) return null;
  const hash =
    'hash' in presented
      ? presented.hash
      : hashCode(call.oneTimeTokenKey, presented.email, presented.code);
  const [first] = (await findLinkRequests(tx, hash)).filter(isConfirmation);
  const user = first && (await lockUser(tx, first.user_id));
  if (!user) return null;
  // Looked up again now that the row is locked.
  const requests = (await findLinkRequests(tx, hash)).filter(isConfirmation);
  const [newest] = requests;
  if (!newest || newest.relates_to !== user.email || isExpired(call, newest.sent_at)) return null;
  // The limits on guesses reckon with one code at a time; the links of earlier mails cannot be guessed.
  if ('code' in presented && (await hasNewerLink(tx, newest))) return null;
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  return { user, tokenType: 'confirmation_token', requests };
}

function linkExpired(): Failure {
  return new Failure(403, 'otp_expired', 'Email link is invalid or has expired');
}

function isConfirmation({ kind }: LinkRequestRow): boolean {
  return kind !== 'email_change';
}

/**
 * Opening the link proves access to the mailbox, so the address is confirmed. What was typed counts
 * only in the browser where it was typed. In any other browser the link signs in once, to choose a
 * password, and stays valid for the first browser until a password has been chosen.
 */
async function acceptConfirmation(
  tx: Queryable,
  call: AuthCall,
  { user, requests }: Found,
): Promise<{ choosePassword: boolean; flowId: string | null } | Failure> {
  const own = ofThisBrowser(call, requests);
  const counts = own && (own.encrypted_password !== null || own.kind === 'otp');
  const kept = counts ? own : undefined;
  if (!kept && requests.some(({ opened_elsewhere_at: at }) => at !== null)) return linkExpired();
  const isFirst = !user.email_confirmed_at;
  if (isFirst) {
    await audit(tx, call, user, 'user_signedup', { provider: 'email' });
    // An invited user's metadata comes from the service.
    const invited = requests.length === 0 && user.invited_at ? user.raw_user_meta_data : null;
    await removeUnverifiedAccess(tx, call, user, {
      identityId: kept?.identity_id,
      userMetadata: invited ?? kept?.raw_user_meta_data ?? {},
      flowId: kept?.flow_state_id,
    });
    await confirmEmail(tx, call, await reloadUser(tx, user.id));
  }
  const flowId = kept?.flow_state_id ?? null;
  if (kept?.encrypted_password) {
    if (!isFirst) {
      await mergeMetadata(tx, user.id, 'raw_user_meta_data', kept.raw_user_meta_data, call.now);
    }
    const passwordHash = kept.encrypted_password;
    await changePassword(tx, call, { userId: user.id, passwordHash, keptFlow: flowId });
    return { choosePassword: false, flowId };
  }
  const signUps = requests.filter(({ kind }) => kind === 'signup');
  if (signUps.length === 0) await clearLinkRequests(tx, user.id, ['otp']);
  else if (kept) await deleteLinkRequest(tx, kept);
  else await markOpenedElsewhere(tx, call, requests);
  const isInvitation = requests.length === 0 && user.invited_at !== null;
  const hasPassword = !isFirst && Boolean(user.encrypted_password);
  return { choosePassword: !kept && !isInvitation && !hasPassword && !isOtp(requests), flowId };
}

function isOtp(requests: readonly LinkRequestRow[]): boolean {
  return requests.length > 0 && requests.every(({ kind }) => kind === 'otp');
}

async function confirmFirstAddress(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  tokenType: 'email_change_token_current' | 'email_change_token_new',
): Promise<void> {
  const changes = { email_change_confirm_status: 1, [tokenType]: '' };
  await updateUser(tx, user.id, changes, call.now);
  await clearOneTimeTokens(tx, user.id, tokenType);
}

async function changeEmail(tx: Queryable, call: AuthCall, user: UserRow): Promise<Failure | null> {
  const email = user.email_change;
  if (!email || !(await claimAddress(tx, call, email))) {
    const message = 'A user with this email address has already been registered';
    return new Failure(422, 'email_exists', message);
  }
  await audit(tx, call, user, 'user_modified');
  await mergeIdentity(tx, user.id, 'email', { email, email_verified: true }, call.now);
  const changes = {
    email,
    email_change: '',
    email_change_token_current: '',
    email_change_token_new: '',
    email_change_confirm_status: 0,
    is_anonymous: false,
    ...(user.email_confirmed_at ? {} : { email_confirmed_at: call.now.toISOString() }),
  };
  await updateUser(tx, user.id, changes, call.now);
  await clearOneTimeTokens(tx, user.id);
  await clearLinkRequests(tx, user.id);
  await notifyOwner(tx, call, user, { kind: 'email_changed' });
  return null;
}

function needsBoth(call: AuthCall, user: UserRow): boolean {
  return call.settings.confirmChangesTwice && user.email !== null;
}

function storedHash(user: UserRow, type: OneTimeTokenType): string | null {
  return user[type];
}

function sentAt(user: UserRow, type: OneTimeTokenType): string | null {
  switch (type) {
    case 'confirmation_token':
      return user.confirmation_sent_at;
    case 'recovery_token':
      return user.recovery_sent_at;
    case 'reauthentication_token':
      return user.reauthentication_sent_at;
    default:
      return user.email_change_sent_at;
  }
}
