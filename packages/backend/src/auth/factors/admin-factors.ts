import { z } from 'zod';
import { presentFactor, presentUser } from '../accounts/present-user.ts';
import { loadUser } from '../admin/admin-get-user.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { Failure } from '../failure.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-user.ts';
import { downgradeSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import { deleteFactor, renameFactor } from './factors.ts';
import { loadFactor } from './load-factor.ts';

/** GET /admin/users/{id}/factors */
export async function adminListFactors(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  return user instanceof Failure ? user : Response.json(presentUser(user).factors ?? []);
}

/** DELETE /admin/users/{id}/factors/{id}: for users who have lost their device. */
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
    await downgradeSessions(tx, user.id, factor);
  });
  return failure ?? Response.json(presentFactor(factor));
}

const body = z.object({ friendly_name: z.string().max(255).default('') });

/** PUT /admin/users/{id}/factors/{id}: renames it. */
export async function adminUpdateFactor(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const user = await loadUser(call);
  if (user instanceof Failure) return user;
  const factor = loadFactor(call, user);
  if (factor instanceof Failure) return factor;
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const name = params.friendly_name;
  const isTaken = user.factors.some(
    (other) => other.id !== factor.id && name !== '' && other.friendly_name === name,
  );
  if (isTaken) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    return new Failure(422, 'mfa_factor_name_conflict', message);
  }
  const failure = await inTransaction(call, async (tx) => {
    if (name) await renameFactor(tx, factor.id, name, call.now);
    const traits = { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type };
    await audit(tx, call, SERVICE_ACTOR, 'factor_updated', traits);
  });
  const renamed = {
    ...factor,
    ...(name && { friendly_name: name, updated_at: call.now.toISOString() }),
  };
  return failure ?? Response.json(presentFactor(renamed));
}
