import { useCallback, useEffect, useRef, useState } from 'react';
import { type Catalog, type CheckedCart, checkCart, isShort } from '#domain/check-cart.ts';
import { cartStore, useCart } from './cart-store.ts';
import { readCatalog } from './read-catalog.ts';

/** A cart compared with the catalog. */
export interface CartCheck {
  cart: CheckedCart;
  /** The browser's cart has been read. */
  loaded: boolean;
  catalog: 'reading' | 'read' | 'unreachable';
  /** Reads the catalog again; null if it could not be read. */
  recheck: () => Promise<CheckedCart | null>;
}

/**
 * Compares the cart with the catalog each time the screen opens, and when a product is added. Data
 * already read is kept while closed.
 */
export function useCartCheck(publishableKey: string, open = true): CartCheck {
  const { lines, loaded } = useCart();
  const [catalog, setCatalog] = useState<Catalog>(new Map());
  const [reading, setReading] = useState<CartCheck['catalog']>('reading');

  const read = useCallback(
    async (ids: readonly string[], patient = true): Promise<Catalog | null> => {
      const today = await readCatalog(ids, publishableKey, { patient });
      const { lines } = cartStore.getSnapshot();
      const isAnyShort = today && checkCart(lines, today).lines.some(isShort);
      const found = isAnyShort
        ? await import('./own-holds.ts')
            .then(({ addOwnHolds }) => addOwnHolds(today, publishableKey))
            .catch(() => today)
        : today;
      if (found) setCatalog((known) => new Map([...known, ...found]));
      setReading(found ? 'read' : 'unreachable');
      return found;
    },
    [publishableKey],
  );

  // Removing a product needs nothing new from the catalog, so only added ones trigger a read.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!open) return asked.current.clear();
    const arrived = lines.map(({ id }) => id).filter((id) => !asked.current.has(id));
    if (arrived.length === 0) return;
    for (const id of arrived) asked.current.add(id);
    void read(arrived);
  }, [lines, read, open]);

  return {
    cart: checkCart(lines, catalog),
    loaded,
    catalog: loaded && lines.length === 0 ? 'read' : reading,
    async recheck() {
      const current = cartStore.getSnapshot().lines;
      // Not patient, because somebody is waiting for the result.
      const found = await read(
        current.map(({ id }) => id),
        false,
      );
      return found && checkCart(current, found);
    },
  };
}
