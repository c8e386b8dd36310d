import type { Queryable } from '../../database/database.ts';
import { audit } from '../audit.ts';
import type { AuthCall } from '../services.ts';
import { deleteUser, findUserByEmail, lockUser, type UserRow } from './users.ts';

/**
 * Whether the address firmly belongs to an account. If browsers are bound, an account that somebody
 * created with it and nobody confirmed does not count.
 */
export async function isAddressTaken(
  db: Queryable,
  call: AuthCall,
  email: string,
): Promise<boolean> {
  const holder = await findUserByEmail(db, email);
  return holder !== null && !isUnproved(call, holder);
}

/**
 * Frees the address for the account that has just proved access to its mailbox, by deleting an
 * account that was created with it but never confirmed. False if the address belongs to another
 * account.
 */
export async function claimAddress(tx: Queryable, call: AuthCall, email: string): Promise<boolean> {
  const holder = await lockHolder(tx, email);
  if (!holder) return true;
  if (!isUnproved(call, holder)) return false;
  await audit(tx, call, holder, 'user_deleted', { user_id: holder.id });
  await deleteUser(tx, holder.id);
  return true;
}

/**
 * Whether an account may use an identity's address; one that the provider did not verify frees
 * nothing.
 */
export async function mayUseAddress(
  tx: Queryable,
  call: AuthCall,
  { email, verified }: { email: string; verified: boolean },
): Promise<boolean> {
  return verified ? claimAddress(tx, call, email) : !(await findUserByEmail(tx, email));
}

/**
 * Finds and locks the address's account: until the transaction ends, nobody can confirm it, change
 * it, or give it another address.
 */
async function lockHolder(tx: Queryable, email: string): Promise<UserRow | null> {
  let known = await findUserByEmail(tx, email);
  while (known) {
    const locked = await lockUser(tx, known.id);
    if (locked?.email === email) return locked;
    // It changed its address or was deleted before it was locked; somebody else may have the
    // address by now.
    known = await findUserByEmail(tx, email);
  }
  return null;
}

/**
 * Created by a stranger and never signed in to; invited and banned accounts are known to the
 * service.
 */
function isUnproved({ settings }: AuthCall, user: UserRow): boolean {
  return (
    settings.bindBrowsers &&
    user.email_confirmed_at === null &&
    user.phone_confirmed_at === null &&
    user.invited_at === null &&
    user.banned_until === null &&
    user.last_sign_in_at === null
  );
}
