import { openAuth } from '#app/lib/open-auth.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';

/**
 * Ends the session of this browser and starts afresh at the home page (specification §6). A server
 * out of reach keeps nobody signed in.
 */
export async function signOut(publishableKey: string): Promise<void> {
  try {
    await (await openAuth(publishableKey)).signOut({ scope: 'local' });
  } catch {
    // What is stored here goes in any case.
  }
  clearStoredSessions();
  window.location.assign('/');
}
