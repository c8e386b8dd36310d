import type { Queryable } from '../../database/database.ts';
import { updateUser } from '../accounts/users.ts';
import { endFlows } from '../codes/end-flows.ts';
import { clearLinkRequests } from '../codes/link-requests.ts';
import { clearOneTimeTokens } from '../codes/one-time-tokens.ts';
import type { AuthCall } from '../services.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * Sets the password and ends every other session of the account. Open codes, changes of address and
 * flows end too, since someone who knew the old password may have started them. `keptFlow` is the
 * flow that this call completes.
 */
export async function changePassword(
  tx: Queryable,
  call: AuthCall,
  change: { userId: string; passwordHash: string; keptSession?: string; keptFlow?: string | null },
): Promise<void> {
  const changes = {
    encrypted_password: change.passwordHash,
    confirmation_token: '',
    confirmation_sent_at: null,
    recovery_token: '',
    recovery_sent_at: null,
    email_change: '',
    email_change_confirm_status: 0,
    email_change_token_current: '',
    email_change_token_new: '',
    email_change_sent_at: null,
    phone_change_token: '',
    phone_change_sent_at: null,
    reauthentication_token: '',
    reauthentication_sent_at: null,
  };
  await updateUser(tx, change.userId, changes, call.now);
  await clearOneTimeTokens(tx, change.userId);
  await clearLinkRequests(tx, change.userId);
  await endFlows(tx, change.userId, { keptId: change.keptFlow ?? null });
  const { userId, keptSession } = change;
  await endSessions(tx, keptSession ? { userId, except: keptSession } : { userId });
}
