import { clearStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { forgetOrders } from '#app/lib/forget-orders.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';
import { forgetRecent } from '../palette/recent-entries.ts';

let left = false;

/** Whether the last session was ended by the button, not by the server or another tab. */
export const signedOutByButton = (): boolean => left;

/** To be called whenever an admin has come in. */
export function resetSignedOut(): void {
  left = false;
}

/** Clears this browser's session (requirements §6.4). The caller then navigates to /admin/login. */
export async function signOutAdmin(publishableKey: string): Promise<void> {
  left = true;
  // Nothing waits for it: what the page still asks for with an ended session would be refused.
  void forgetOrders(publishableKey);
  try {
    await (await openAuth(publishableKey)).signOut({ scope: 'local' });
  } catch {
    // Sign out here even when the server can't be reached.
  }
  forgetRecent();
  clearStoredState();
  clearStoredSessions();
}
