import type { FactorRow, UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isUuid, requireUser, type SignedIn } from '../sessions/require-user.ts';

/** Whoever is signed in, unless it is a visitor without an address. */
export async function requireMember(call: AuthCall): Promise<SignedIn | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  if (signedIn.claims.is_anonymous === true) {
    const message = 'Anonymous user not allowed to perform these actions';
    return new Failure(403, 'no_authorization', message);
  }
  return signedIn;
}

/** The factor of that account which the path names. */
export function loadFactor(call: AuthCall, user: UserRow): FactorRow | Failure {
  const id = call.params.factor_id;
  if (!isUuid(id)) return new Failure(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  return factor ?? new Failure(404, 'mfa_factor_not_found', 'Factor not found');
}
