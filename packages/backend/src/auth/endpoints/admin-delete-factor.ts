import { audit, SERVICE_ACTOR } from '../audit.ts';
import { deleteFactor } from '../factors.ts';
import { Failure } from '../failure.ts';
import { loadFactor } from '../load-factor.ts';
import { loadUser } from '../load-user.ts';
import { presentFactor } from '../present-user.ts';
import { requireService } from '../require-service.ts';
import type { AuthCall } from '../services.ts';
import { lowerSessions } from '../sessions.ts';
import { inTransaction } from '../transaction.ts';

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
