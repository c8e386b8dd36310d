import { openAuth } from '#app/lib/open-auth.ts';
import { readIsAdmin } from './read-is-admin.ts';
import { signOutAdmin } from './sign-out-admin.ts';

/** Specification §6: what a signed-in account without the role reads on the login. */
export const notAnAdmin = "Access Denied: This account doesn't have admin privileges.";

export type SignInAnswer =
  | { outcome: 'admin' }
  | { outcome: 'denied' }
  | { outcome: 'failed'; message: string };

/** Signs in, and out again at once whoever is no administrator. */
export async function signInAdmin(
  publishableKey: string,
  credentials: { email: string; password: string },
): Promise<SignInAnswer> {
  try {
    const auth = await openAuth(publishableKey);
    const { error } = await auth.signInWithPassword(credentials);
    if (error) return { outcome: 'failed', message: error.message };
    if (await readIsAdmin(publishableKey)) return { outcome: 'admin' };
    await signOutAdmin(publishableKey);
    return { outcome: 'denied' };
  } catch {
    return { outcome: 'failed', message: 'The shop could not be reached. Please try again.' };
  }
}
