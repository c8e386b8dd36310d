import { useEffect, useState } from 'react';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { readLinkToken, storeLinkToken } from '#app/lib/link-token.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { OrderDetails } from '#domain/order.ts';

/** The order that an emailed link opens. */
export type LinkedOrder =
  /** The page was opened without a link. */
  | { kind: 'none' }
  | { kind: 'reading' }
  | { kind: 'found'; order: OrderDetails }
  | { kind: 'over' }
  | { kind: 'unreachable'; retry: () => void };

const storageKey = 'order-link';

/**
 * Reads the link's token from the fragment, which no server sees, and removes it from the URL. It
 * is stored for as long as the tab is open, so that a reload shows the order again, or until
 * `forget` is called.
 */
export function useLinkedOrder(): { linked: LinkedOrder; forget: () => void } {
  const { publishableKey } = useShop();
  const [linked, setLinked] = useState<LinkedOrder>({ kind: 'none' });

  useEffect(() => {
    async function open(token: string): Promise<void> {
      setLinked({ kind: 'reading' });
      const { data, failure } = await invokeFunction<{ order: OrderDetails }>('open-order', {
        publishableKey,
        body: { token },
      });
      if (data) {
        setLinked({ kind: 'found', order: data.order });
      } else if (failure?.code === 'order_not_found') {
        storeLinkToken(storageKey, null);
        setLinked({ kind: 'over' });
      } else {
        setLinked({ kind: 'unreachable', retry: () => void open(token) });
      }
    }
    // Another link may be opened in the same tab.
    const follow = () => {
      const token = readLinkToken(storageKey);
      if (token) void open(token);
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [publishableKey]);

  return {
    linked,
    forget() {
      storeLinkToken(storageKey, null);
      setLinked({ kind: 'none' });
    },
  };
}
