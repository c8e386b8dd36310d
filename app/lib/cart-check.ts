import { useCallback, useEffect, useRef, useState } from 'react';
import { type Catalogue, type CheckedCart, checkCart } from '#domain/check-cart.ts';
import { cartStore, useCart } from './cart.ts';
import { readCatalogue } from './cart-catalogue.ts';

/** A cart beside the catalogue. */
export interface CartCheck {
  cart: CheckedCart;
  /** The browser's cart has been read. */
  loaded: boolean;
  catalogue: 'reading' | 'read' | 'unreachable';
  /** Reads the catalogue again; null when it could not be read. */
  recheck: () => Promise<CheckedCart | null>;
}

/**
 * Compares the cart with the catalogue each time the screen opens, and when a product joins it.
 * What has been read stays known while closed.
 */
export function useCartCheck(publishableKey: string, open = true): CartCheck {
  const { lines, loaded } = useCart();
  const [catalogue, setCatalogue] = useState<Catalogue>(new Map());
  const [reading, setReading] = useState<CartCheck['catalogue']>('reading');

  const read = useCallback(
    async (ids: readonly string[], patient = true): Promise<Catalogue | null> => {
      const found = await readCatalogue(ids, publishableKey, { patient });
      if (found) setCatalogue((known) => new Map([...known, ...found]));
      setReading(found ? 'read' : 'unreachable');
      return found;
    },
    [publishableKey],
  );

  // Losing a product asks nothing new of the catalogue, so only arrivals read it again.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!open) return asked.current.clear();
    const arrived = lines.map(({ id }) => id).filter((id) => !asked.current.has(id));
    if (arrived.length === 0) return;
    for (const id of arrived) asked.current.add(id);
    void read(arrived);
  }, [lines, read, open]);

  return {
    cart: checkCart(lines, catalogue),
    loaded,
    catalogue: loaded && lines.length === 0 ? 'read' : reading,
    async recheck() {
      const current = cartStore.getSnapshot().lines;
      // Somebody waits for it.
      const found = await read(
        current.map(({ id }) => id),
        false,
      );
      return found && checkCart(current, found);
    },
  };
}
