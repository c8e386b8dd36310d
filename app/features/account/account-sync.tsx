import { useEffect } from 'react';
import { openAuth } from '#app/lib/open-auth.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';

/**
 * Mounted on every page; syncs the signed-in customer's session and cart. Guests download nothing
 * for it.
 */
export function AccountSync() {
  const { publishableKey } = useShop();
  const userId = useStoredSession()?.userId;

  useEffect(() => {
    if (!userId) return;
    let left = false;
    let stop = () => {};
    // Creating the client is enough: it refreshes the session by itself and follows other tabs.
    void openAuth(publishableKey).catch(() => {});
    import('#app/features/cart/sync/start-cart-sync.ts').then(
      ({ startCartSync }) => {
        if (!left) stop = startCartSync(userId, publishableKey);
      },
      // Offline: the next page tries again.
      () => {},
    );
    return () => {
      left = true;
      stop();
    };
  }, [userId, publishableKey]);

  return null;
}
