import type { Queryable } from '../../database/database.ts';
import { audit } from '../audit.ts';
import type { AuthCall } from '../services.ts';
import { deleteUser, findUserByEmail, lockUser, type UserRow } from './users.ts';

/**
 * Whether the address belongs to an account for good. Where browsers are bound, an account that
 * somebody opened with it and nobody confirmed does not keep it.
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
 * Frees the address for the account that has just proved the mailbox to be its own: one that was
 * opened with it and never confirmed goes. False where the address belongs to another account.
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
 * Whether an account may take the address of an identity: one that the provider did not verify
 * frees nothing.
 */
export async function mayUseAddress(
  tx: Queryable,
  call: AuthCall,
  { email, verified }: { email: string; verified: boolean },
): Promise<boolean> {
  return verified ? claimAddress(tx, call, email) : !(await findUserByEmail(tx, email));
}

/** Who holds the address now that nobody can confirm, change or leave it until the transaction ends. */
async function lockHolder(tx: Queryable, email: string): Promise<UserRow | null> {
  let known = await findUserByEmail(tx, email);
  while (known) {
    const locked = await lockUser(tx, known.id);
    if (locked?.email === email) return locked;
    // It took another address, or went, before it was locked; somebody else may have come since.
    known = await findUserByEmail(tx, email);
  }
  return null;
}

/** Opened by a stranger, and never entered; who is invited or banned is known to the service. */
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
