import { type SignInStep, signInWithPassword } from '#app/lib/sign-in.ts';
import { readAdminAccess } from './read-admin-access.ts';
import { signOutAdmin } from './sign-out-admin.ts';

/** Requirements §6.3: shown on the login to a signed-in account without the role. */
export const notAnAdmin = "Access Denied: This account doesn't have admin privileges.";

export type SignInAnswer =
  | { outcome: 'admin' }
  | { outcome: 'second-step'; step: Extract<SignInStep, { kind: 'second-step' }> }
  /** The shop requires two-step sign-in, and this admin has not set it up. */
  | { outcome: 'authenticator-needed' }
  | { outcome: 'denied' }
  | { outcome: 'failed'; message: string };

const unreachable = 'The shop could not be reached. Please try again.';

/** Signs in with a password. With an authenticator app, a code is required before anything is stored. */
export async function signInAdmin(
  publishableKey: string,
  credentials: { email: string; password: string },
): Promise<SignInAnswer> {
  const { data, problem } = await signInWithPassword(credentials, publishableKey);
  if (problem) return { outcome: 'failed', message: problem.message };
  return checkAdminAccess(publishableKey, data);
}

/** The next step after a sign-in; signs non-administrators out again at once. */
export async function checkAdminAccess(
  publishableKey: string,
  entry: SignInStep,
): Promise<SignInAnswer> {
  if (entry.kind === 'second-step') return { outcome: 'second-step', step: entry };
  try {
    switch (await readAdminAccess(publishableKey)) {
      case 'admin':
        return { outcome: 'admin' };
      case 'authenticator_needed':
        return { outcome: 'authenticator-needed' };
      case 'code_needed':
        // The app was set up elsewhere a moment ago.
        return { outcome: 'failed', message: 'Please sign in again.' };
      case 'none':
      case 'ended':
        await signOutAdmin(publishableKey);
        return { outcome: 'denied' };
    }
  } catch {
    return { outcome: 'failed', message: unreachable };
  }
}
