import type { Queryable } from '../../database/database.ts';
import { clearOneTimeTokens } from '../codes/one-time-tokens.ts';
import { mergeIdentity } from '../identities/identities.ts';
import type { AuthCall } from '../services.ts';
import { mergeMetadata, type UserRow, updateUser } from './users.ts';

/** Marks the account's email address as confirmed and revokes all its open codes. */
export async function confirmEmail(tx: Queryable, call: AuthCall, user: UserRow): Promise<void> {
  const { now } = call;
  const changes = { confirmation_token: '', email_confirmed_at: now.toISOString() };
  await updateUser(tx, user.id, changes, now);
  await mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true }, now);
  await clearOneTimeTokens(tx, user.id);
  const identity = user.identities.find(({ provider }) => provider === 'email');
  if (identity?.email && identity.email === user.email) {
    await mergeIdentity(tx, user.id, 'email', { email_verified: true }, now);
  }
}
