import { audit } from '../audit.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { inTransaction } from '../transaction.ts';
import { insertChallenge } from './factors.ts';
import { loadFactor, refuseFactorUse, requireMember } from './load-factor.ts';

/** POST /factors/{id}/challenge: opens a challenge that one code may answer. */
export async function challengeFactor(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireMember(call);
  if (signedIn instanceof Failure) return signedIn;
  const { user, claims } = signedIn;
  const factor = loadFactor(call, user);
  if (factor instanceof Failure) return factor;
  const refused = refuseFactorUse(call, factor);
  if (refused) return refused;
  const id = await inTransaction(
    call,
    async (tx) => {
      const made = await insertChallenge(tx, call, factor.id);
      const traits = { factor_id: factor.id, factor_status: factor.status };
      await audit(tx, call, user, 'challenge_created', traits);
      return made;
    },
    claims,
  );
  if (id instanceof Failure) return id;
  const expiresAt = Math.floor(call.now.getTime() / 1000) + call.settings.challengeLife;
  return Response.json({ id, type: factor.factor_type, expires_at: expiresAt });
}
