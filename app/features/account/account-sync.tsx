import { useEffect } from 'react';
import { openAuth } from '#app/lib/open-auth.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';

/**
 * Mounted on every page; syncs the signed-in customer's session and cart. Guests load nothing for
 * it.
 */
export function AccountSync() {
  const { publishableKey } = useShop();
  const userId = useStoredSession()?.userId;

  useEffect(() => {
    if (!userId) return;
    let left = false;
    let stop = () => {};
    // Opening it is enough: the official client refreshes by itself and follows the other tabs.
    void openAuth(publishableKey).catch(() => {});
    import('#app/features/cart/sync/start-cart-sync.ts').then(
      ({ startCartSync }) => {
        if (!left) stop = startCartSync(userId, publishableKey);
      },
      // Without a connection: the next page tries again.
      () => {},
    );
    return () => {
      left = true;
      stop();
    };
  }, [userId, publishableKey]);

  return null;
}
