import { openAuth } from '#app/lib/open-auth.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';
import { forgetRecent } from '../palette/recent-entries.ts';

/** Clears this browser's session (specification §6). The caller goes on to /admin/login. */
export async function signOutAdmin(publishableKey: string): Promise<void> {
  try {
    await (await openAuth(publishableKey)).signOut({ scope: 'local' });
  } catch {
    // A server out of reach keeps nobody signed in.
  }
  forgetRecent();
  clearStoredSessions();
}
