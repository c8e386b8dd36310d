import type { Queryable } from '../../database/database.ts';
import { insertIdentity } from '../identities/identities.ts';
import type { AuthCall, Json } from '../services.ts';
import { insertUser, reloadUser, type UserRow } from './users.ts';

/** A new account with an email identity, or null when the address has one already. */
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
