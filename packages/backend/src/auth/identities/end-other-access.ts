import type { Queryable } from '../../database/database.ts';
import { updateUser } from '../accounts/users.ts';
import { endFlows } from '../codes/end-flows.ts';
import type { AuthCall } from '../services.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * The account's address has become that of another identity: what was good for the old one, the
 * password, flows and every session but the one that asked, says nothing about the new one.
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
