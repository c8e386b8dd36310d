import type { FactorRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';

/** Accounts moved from elsewhere may hold factors of kinds that are not in use here. */
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
