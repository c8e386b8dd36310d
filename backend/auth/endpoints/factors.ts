import { z } from 'zod';
import { Failure, invalid } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import { requireUser } from '../require-user.ts';
import type { AuthCall } from '../services.ts';

const body = z.object({ factor_type: text });

/** POST /factors: no second factor can be enrolled in this project. */
export async function enrollFactor(call: AuthCall): Promise<Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  switch (params.factor_type) {
    case 'totp':
      return new Failure(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
    case 'phone':
      return new Failure(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    case 'webauthn': {
      const message = 'MFA enroll is disabled for WebAuthn';
      return new Failure(422, 'mfa_webauthn_enroll_not_enabled', message);
    }
    default:
      return invalid('factor_type needs to be totp, phone, or webauthn');
  }
}

/** Challenge, verify and unenroll of a factor that nobody can have. */
export async function findFactor(call: AuthCall): Promise<Failure> {
  const signedIn = await requireUser(call);
  if (signedIn instanceof Failure) return signedIn;
  return new Failure(404, 'mfa_factor_not_found', 'Factor not found');
}
