import type { Queryable } from '../../database/database.ts';
import { endFlows } from '../codes/end-flows.ts';
import type { FlowMethod } from '../codes/pkce.ts';
import { deleteOtherIdentities, insertIdentity } from '../identities/identities.ts';
import type { AuthCall, Json } from '../services.ts';
import { endSessions } from '../sessions/sessions.ts';
import { replaceUserMetadata, type UserRow, updateUser } from './users.ts';

/** What belongs to the person who has just proved that the address is theirs. */
export interface Proved {
  /** The identity they signed in with. */
  identityId?: string | null | undefined;
  userMetadata?: Json;
  /** The flow that their link completes, or its kind. */
  flowId?: string | null | undefined;
  flowMethod?: FlowMethod;
}

/**
 * Somebody may have created this account with another person's address, hoping that the owner would
 * use it someday. This removes everything that would let them in, and what they wrote about
 * themselves.
 */
export async function removeUnverifiedAccess(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  proved: Proved = {},
): Promise<void> {
  const nothing = { encrypted_password: null, email_change: '', email_change_confirm_status: 0 };
  await updateUser(tx, user.id, nothing, call.now);
  await replaceUserMetadata(tx, user.id, proved.userMetadata ?? {}, call.now);
  await deleteOtherIdentities(tx, user.id, proved.identityId ?? null);
  if (!proved.identityId && user.email) {
    const data = { ...proved.userMetadata, email: user.email };
    await insertIdentity(tx, user.id, 'email', data, call.now);
  }
  await endSessions(tx, { userId: user.id });
  await tx.query({ text: 'delete from auth.mfa_factors where user_id = $1', values: [user.id] });
  await endFlows(tx, user.id, {
    keptId: proved.flowId ?? null,
    keptMethod: proved.flowMethod ?? null,
  });
}
