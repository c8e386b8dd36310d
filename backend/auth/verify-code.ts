import type { Queryable } from '../database/database.ts';
import { audit } from './audit.ts';
import { confirmEmail } from './confirm-account.ts';
import { Failure, invalid } from './failure.ts';
import { mergeIdentity } from './identities.ts';
import {
  clearOneTimeTokens,
  findTokenOwner,
  hashCode,
  isExpired,
  isGoodToken,
  type OneTimeTokenType,
} from './one-time-tokens.ts';
import { refreshProviders } from './refresh-providers.ts';
import type { AuthCall } from './services.ts';
import {
  findUserByEmail,
  findUserByNewEmail,
  isBanned,
  lockUser,
  type UserRow,
  updateUser,
} from './users.ts';

/** What a code confirms. `email` is any of the first four, found out by the code itself. */
export type VerifiedType =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email';

/** A link's hash, or a code typed in together with its address. */
export type Presented = { hash: string } | { email: string; code: string };

/** `half`: the other of two addresses has yet to confirm. */
export type Verified = { half: true } | { half: false; user: UserRow };

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

/** Spends the code and does what it stands for. */
export async function verifyCode(
  tx: Queryable,
  call: AuthCall,
  type: VerifiedType,
  presented: Presented,
): Promise<Verified | Failure> {
  const found = await findVerified(tx, call, type, presented);
  if (found instanceof Failure) return found;
  const { user, tokenType } = found;
  switch (tokenType) {
    case 'confirmation_token':
      await audit(tx, call, user, 'user_signedup', { provider: 'email' });
      await confirmEmail(tx, call, user);
      break;
    case 'recovery_token':
      await updateUser(tx, user.id, { recovery_token: '' }, call.now);
      await clearOneTimeTokens(tx, user.id);
      await audit(tx, call, user, user.email_confirmed_at ? 'login' : 'user_signedup');
      if (!user.email_confirmed_at) await confirmEmail(tx, call, user);
      break;
    case 'email_change_token_current':
    case 'email_change_token_new': {
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
  return { half: false, user: await refreshProviders(tx, user.id, call.now) };
}

async function findVerified(
  tx: Queryable,
  call: AuthCall,
  type: VerifiedType,
  presented: Presented,
): Promise<{ user: UserRow; tokenType: OneTimeTokenType } | Failure> {
  if ('hash' in presented) {
    const failure = new Failure(403, 'otp_expired', 'Email link is invalid or has expired');
    const owner = await findTokenOwner(tx, presented.hash, TYPES[type]);
    const user = owner && (await lockUser(tx, owner.userId));
    // Looked up again, now that nobody else can spend it.
    const still = owner && (await findTokenOwner(tx, presented.hash, [owner.type]));
    if (!user || !still) return failure;
    if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
    return isExpired(call, sentAt(user, owner.type)) ? failure : { user, tokenType: owner.type };
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
    isGoodToken(call, hash, storedHash(user, candidate), sentAt(user, candidate)),
  );
  if (!tokenType) return failure;
  if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
  return { user, tokenType };
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
  if (!email || (await findUserByEmail(tx, email))) {
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
