import { useEffect } from 'react';
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
    import('./sync-account.ts').then(
      ({ syncAccount }) => {
        if (!left) stop = syncAccount(userId, publishableKey);
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
