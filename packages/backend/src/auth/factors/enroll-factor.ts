import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { reloadUser } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import type { SignedIn } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';
import { deleteAbandonedFactors, insertTotpFactor } from './factors.ts';
import { requireMember } from './load-factor.ts';
import { lacksSecondStep } from './require-second-step.ts';
import { offerTotp } from './totp.ts';

const short = z.string().max(255).default('');
const body = z.object({ factor_type: text, friendly_name: short, issuer: short });

/**
 * GoTrue's defaults: milliseconds until a factor must be challenged, and the maximum number of
 * factors.
 */
const FACTOR_LIFE = 300_000;
const MOST_FACTORS = 10;

/** POST /factors: adds a second factor, which counts once one of its codes has been accepted. */
export async function enrollFactor(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireMember(call);
  if (signedIn instanceof Failure) return signedIn;
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const refused = refuseType(call, params.factor_type);
  if (refused) return refused;

  const { user } = signedIn;
  const issuer = params.issuer || new URL(call.siteUrl(call.request)).host;
  const { secret, uri, qrCode } = await offerTotp(issuer, user.email ?? '');
  const friendlyName = params.friendly_name;
  const id = await inTransaction(
    call,
    async (tx) => {
      const full = await refuseFurther(tx, call, signedIn, friendlyName);
      if (full) return full;
      const made = await insertTotpFactor(tx, {
        userId: user.id,
        friendlyName,
        secret,
        now: call.now,
      });
      await audit(tx, call, user, 'factor_in_progress', { factor_id: made });
      return made;
    },
    signedIn.claims,
  );
  if (id instanceof Failure) return id;
  const totp = { qr_code: qrCode, secret, uri };
  return Response.json({ id, type: 'totp', friendly_name: friendlyName, totp });
}

function refuseType(call: AuthCall, type: string): Failure | null {
  switch (type) {
    case 'totp':
      return call.settings.totpEnroll
        ? null
        : new Failure(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
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

async function refuseFurther(
  tx: Queryable,
  call: AuthCall,
  { user, session }: SignedIn,
  friendlyName: string,
): Promise<Failure | null> {
  await deleteAbandonedFactors(tx, user.id, new Date(call.now.getTime() - FACTOR_LIFE));
  const current = await reloadUser(tx, user.id);
  const { factors } = current;
  if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const name = JSON.stringify(friendlyName);
    const message = `A factor with the friendly name ${name} for this user already exists`;
    return new Failure(422, 'mfa_factor_name_conflict', message);
  }
  if (factors.length >= MOST_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    return new Failure(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (lacksSecondStep(current, session)) {
    return new Failure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  return null;
}
