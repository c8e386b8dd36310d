import { notifyOwner } from '../accounts/notify-owner.ts';
import type { FactorRow } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { downgradeSessions } from '../sessions/sessions.ts';
import { inTransaction } from '../transaction.ts';
import { deleteFactor, lockFactor } from './factors.ts';
import { loadFactor, requireMember } from './load-factor.ts';

/** DELETE /factors/{id}: removing a verified factor requires a session that has passed one. */
export async function unenrollFactor(call: AuthCall): Promise<Response | Failure> {
  const signedIn = await requireMember(call);
  if (signedIn instanceof Failure) return signedIn;
  const { user, session, claims } = signedIn;
  const factor = loadFactor(call, user);
  if (factor instanceof Failure) return factor;
  const mayRemove = (status: FactorRow['status']) =>
    status !== 'verified' || session.aal === 'aal2';
  if (!mayRemove(factor.status)) return secondStepRequired();
  const failure = await inTransaction(
    call,
    async (tx) => {
      // The owner may have verified it in the meantime.
      const locked = await lockFactor(tx, factor.id);
      if (locked && !mayRemove(locked.status)) return secondStepRequired();
      const status = await deleteFactor(tx, factor.id);
      const traits = {
        factor_id: factor.id,
        factor_status: factor.status,
        session_id: session.id,
      };
      await audit(tx, call, user, 'factor_unenrolled', traits);
      await downgradeSessions(tx, user.id, factor);
      // Adding an unverified factor was not announced, so neither is removing it.
      if (status === 'verified') {
        const { factor_type: factorType } = factor;
        await notifyOwner(tx, call, user, { kind: 'mfa_factor_unenrolled', factorType });
      }
      return null;
    },
    claims,
  );
  return failure ?? Response.json({ id: factor.id });
}

function secondStepRequired(): Failure {
  return new Failure(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
}
