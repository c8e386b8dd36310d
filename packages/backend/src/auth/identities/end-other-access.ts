import type { Queryable } from '../../database/database.ts';
import { updateUser } from '../accounts/users.ts';
import { endFlows } from '../codes/end-flows.ts';
import type { AuthCall } from '../services.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * For when another identity's address becomes the account's. Whatever proved access by the old
 * address is revoked: the password, flows, and every session but the one that asked.
 */
export async function endOtherAccess(
  tx: Queryable,
  call: AuthCall,
  userId: string,
  kept: { sessionId: string; flowId?: string | null },
): Promise<void> {
  await updateUser(tx, userId, { encrypted_password: null }, call.now);
  await endFlows(tx, userId, { keptId: kept.flowId ?? null });
  await endSessions(tx, { userId, except: kept.sessionId });
}
