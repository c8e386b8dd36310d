import { clearStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { forgetOrders } from '#app/lib/forget-orders.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';
import { forgetRecent } from '../palette/recent-entries.ts';

let left = false;

/** Whether the last session was ended by the button, not by the server or another tab. */
export const signedOutByButton = (): boolean => left;

/** Call whenever an admin has signed in. */
export function resetSignedOut(): void {
  left = false;
}

/** Clears this browser's session (requirements §6.4). The caller then navigates to /admin/login. */
export async function signOutAdmin(publishableKey: string): Promise<void> {
  left = true;
  // Not awaited, because requests that the page makes with the ended session would be refused.
  void forgetOrders(publishableKey);
  try {
    await (await openAuth(publishableKey)).signOut({ scope: 'local' });
  } catch {
    // Sign out here even if the server can't be reached.
  }
  forgetRecent();
  clearStoredState();
  clearStoredSessions();
}
