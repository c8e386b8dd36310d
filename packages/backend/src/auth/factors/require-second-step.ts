import type { UserRow } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { SessionRow } from '../sessions/sessions.ts';

/** Whether the account has a second factor that the session has not passed. */
export function lacksSecondStep(
  { factors }: Pick<UserRow, 'factors'>,
  session: Pick<SessionRow, 'aal'> | null,
): boolean {
  return factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2';
}

/**
 * Identities and the email address they set open an account just as its password does. A session
 * that has not passed the account's second factor may change neither.
 */
export function refuseOneStep(user: UserRow, session: SessionRow | null): Failure | null {
  if (!lacksSecondStep(user, session)) return null;
  const message = 'AAL2 session is required to link or unlink an identity when MFA is enabled.';
  return new Failure(401, 'insufficient_aal', message);
}
