import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { notifyOwner } from '../accounts/notify-owner.ts';
import type { FactorRow } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { countFactorAttempt } from '../limits/count-attempt.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import {
  type GrantedSession,
  presentSession,
  readGrantedSession,
} from '../sessions/grant-session.ts';
import { isUuid, type SignedIn, sessionNotFound } from '../sessions/require-user.ts';
import {
  elevateSession,
  endSessionsWithoutFactor,
  lockSession,
  replaceRefreshTokens,
} from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import {
  challengeAddress,
  closeChallenge,
  deleteChallenge,
  deleteUnverifiedFactors,
  findChallenge,
  lastAcceptedCode,
  lockFactor,
  markFactorVerified,
} from './factors.ts';
import { loadFactor, refuseFactorUse, requireMember } from './load-factor.ts';
import { readTotp } from './totp.ts';

const body = z.object({ challenge_id: text, code: text });

/** POST /factors/{id}/verify: raises the session to `aal2`, which its tokens contain from then on. */
export async function verifyFactor(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireMember(call);
  if (signedIn instanceof Failure) return signedIn;
  const factor = loadFactor(call, signedIn.user);
  if (factor instanceof Failure) return factor;
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  if (params.code === '') return invalid('Code needs to be non-empty');
  const refused = refuseFactorUse(call, factor);
  if (refused) return refused;

  // Six digits can be found by trial and error.
  const attempt = await countFactorAttempt(call, {
    userId: signedIn.user.id,
    factorId: factor.id,
  });
  if (attempt.wait > 0) return tooManyRequests(attempt.wait);
  const granted = await inTransaction(
    call,
    (tx) => acceptCode(tx, call, signedIn, factor, params),
    signedIn.claims,
  );
  if (granted instanceof Failure) return granted;
  await attempt.forgive();
  return Response.json(await presentSession(call, granted));
}

async function acceptCode(
  tx: Queryable,
  call: AuthCall,
  { user, session }: SignedIn,
  factor: FactorRow,
  { challenge_id: challengeId, code }: z.infer<typeof body>,
): Promise<GrantedSession | Failure> {
  const secret = (await lockFactor(tx, factor.id))?.secret ?? null;
  if (!(await lockSession(tx, session.id))) return sessionNotFound();
  const refused = await refuseChallenge(tx, call, factor.id, challengeId);
  if (refused) return refused;
  const codeNumber = secret === null ? null : readTotp(secret, code, call.now);
  // A code may have been seen once it was typed: each works once, and none older than the last one
  // used.
  if (codeNumber === null || codeNumber <= (await lastAcceptedCode(tx, factor.id))) {
    return new Failure(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  const traits = { factor_id: factor.id, challenge_id: challengeId, factor_type: 'totp' };
  await audit(tx, call, user, 'verification_attempted', traits);
  await closeChallenge(tx, challengeId, codeNumber, call.now);
  const isNew = await markFactorVerified(tx, factor.id, call.now);
  await elevateSession(tx, { id: session.id, factorId: factor.id, method: 'totp', now: call.now });
  const refreshToken = await replaceRefreshTokens(tx, session, call.now);
  await endSessionsWithoutFactor(tx, user.id);
  await deleteUnverifiedFactors(tx, user.id, 'totp');
  if (isNew) {
    await notifyOwner(tx, call, user, { kind: 'mfa_factor_enrolled', factorType: 'totp' });
  }
  return readGrantedSession(tx, user.id, session.id, refreshToken);
}

async function refuseChallenge(
  tx: Queryable,
  call: AuthCall,
  factorId: string,
  id: string,
): Promise<Failure | null> {
  const challenge = isUuid(id) ? await findChallenge(tx, factorId, id) : null;
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    return new Failure(422, 'mfa_factor_not_found', message);
  }
  if (challenge.verified_at !== null || challenge.address !== challengeAddress(call)) {
    const message = 'Challenge and verify IP addresses mismatch.';
    return new Failure(422, 'mfa_ip_address_mismatch', message);
  }
  const end = new Date(challenge.created_at).getTime() + call.settings.challengeLife * 1000;
  if (call.now.getTime() <= end) return null;
  await deleteChallenge(tx, id);
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  return new Failure(422, 'mfa_challenge_expired', message, { keepsWrites: true });
}
