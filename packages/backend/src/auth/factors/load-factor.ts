import type { FactorRow, UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isUuid, requireUser, type SignedIn } from '../sessions/require-user.ts';

/** The signed-in user, unless anonymous. */
export async function requireMember(call: AuthCall): Promise<SignedIn | Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  if (signedIn.claims.is_anonymous === true) {
    const message = 'Anonymous user not allowed to perform these actions';
    return new Failure(403, 'no_authorization', message);
  }
  return signedIn;
}

/** The account's factor that is named in the path. */
export function loadFactor(call: AuthCall, user: UserRow): FactorRow | Failure {
  const id = call.params.factor_id;
  if (!isUuid(id)) return new Failure(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  return factor ?? new Failure(404, 'mfa_factor_not_found', 'Factor not found');
}

/** Accounts moved from elsewhere may have factors of kinds not supported here. */
export function refuseFactorUse(call: AuthCall, factor: FactorRow): Failure | null {
  switch (factor.factor_type) {
    case 'totp':
      return call.settings.totpVerify
        ? null
        : new Failure(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
    case 'phone': {
      const message = 'MFA verification is disabled for Phone';
      return new Failure(422, 'mfa_phone_verify_not_enabled', message);
    }
    case 'webauthn': {
      const message = 'MFA verification is disabled for WebAuthn';
      return new Failure(422, 'mfa_webauthn_verify_not_enabled', message);
    }
  }
}
