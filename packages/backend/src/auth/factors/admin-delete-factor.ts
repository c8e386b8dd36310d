import { presentFactor } from '../accounts/present-user.ts';
import { loadUser } from '../admin/load-user.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-service.ts';
import { lowerSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import { deleteFactor } from './factors.ts';
import { loadFactor } from './load-factor.ts';

/** DELETE /admin/users/{id}/factors/{id}: for somebody who has lost the device. */
export async function adminDeleteFactor(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  if (user instanceof Failure) return user;
  const factor = loadFactor(call, user);
  if (factor instanceof Failure) return factor;
  const failure = await inTransaction(call, async (tx) => {
    const traits = { user_id: user.id, factor_id: factor.id };
    await audit(tx, call, SERVICE_ACTOR, 'factor_deleted', traits);
    await deleteFactor(tx, factor.id);
    await lowerSessions(tx, user.id, factor);
  });
  return failure ?? Response.json(presentFactor(factor));
}
