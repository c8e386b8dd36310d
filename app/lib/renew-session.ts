import { openAuth } from './open-auth.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * After the shop refused this browser's session: asks for a new token. A session that was ended
 * elsewhere is then over here too. The cart stays stored. False when it is over.
 */
export async function renewSession(publishableKey: string): Promise<boolean> {
  try {
    const auth = await openAuth(publishableKey);
    const { error } = await auth.refreshSession();
    // While its token has not run out, the client holds on to a session that was refused.
    if (error?.status && error.status < 500) await auth.signOut({ scope: 'local' });
  } catch {
    // Not known yet: the next refusal asks again.
  }
  return readStoredSession() !== null;
}
