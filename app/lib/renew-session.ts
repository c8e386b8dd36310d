import { openAuth } from './open-auth.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * After the shop has refused this browser's session: requests a new token. A session that was ended
 * elsewhere then ends here too; the cart stays stored. False if it has ended.
 */
export async function renewSession(publishableKey: string): Promise<boolean> {
  try {
    const auth = await openAuth(publishableKey);
    const { error } = await auth.refreshSession();
    // Until its token expires, the client would keep a session that was refused.
    if (error?.status && error.status < 500) await auth.signOut({ scope: 'local' });
  } catch {
    // Unknown for now: the next refusal tries again.
  }
  return readStoredSession() !== null;
}
