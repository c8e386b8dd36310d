import { forgetCart, saveCart } from '#app/features/cart/sync/start-cart-sync.ts';
import { forgetOrders } from '#app/lib/forget-orders.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { clearStoredSessions, readStoredSession } from '#app/lib/stored-session.ts';

/** How long to wait for a slow server before signing out anyway. */
const patienceMs = 4000;

/**
 * Ends the session in this browser (`local`) or on every device, and starts over at the home page
 * (requirements §6.4). Works even if the server can't be reached.
 */
export async function signOut(
  publishableKey: string,
  scope: 'local' | 'global' = 'local',
): Promise<void> {
  const owner = readStoredSession()?.userId;
  const leave = async () => {
    // Done before the session ends: meanwhile the page may still make requests, which must not be refused.
    await Promise.all([saveCart(), forgetOrders(publishableKey)]);
    await (await openAuth(publishableKey)).signOut({ scope });
  };
  await Promise.race([
    leave().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]);
  clearStoredSessions();
  if (owner) forgetCart(owner);
  window.location.assign('/');
}
