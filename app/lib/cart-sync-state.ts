import { type CartLine, parseCart } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import type { CartSyncState } from './sync-cart.ts';

const keyOf = (owner: string) => `cart-progress:${owner}`;

/** Kept in this browser, so that what could not be saved is saved after a reload. */
export function createCartSyncState(owner: string, getStorage: () => Storage) {
  let unsaved: CartSyncState | null = null;
  return {
    read(): CartSyncState {
      if (unsaved) return unsaved;
      try {
        const { base, sent } = JSON.parse(getStorage().getItem(keyOf(owner)) ?? '{}') ?? {};
        const lines = (value: unknown) => (value ? parseCart(JSON.stringify(value)) : null);
        return { base: lines(base), sent: lines(sent) };
      } catch {
        return { base: null, sent: null };
      }
    },
    write(progress: CartSyncState): void {
      const stored = (lines: CartLine[] | null) => lines?.map(toStoredLine) ?? null;
      const json = JSON.stringify({ base: stored(progress.base), sent: stored(progress.sent) });
      try {
        getStorage().setItem(keyOf(owner), json);
        unsaved = null;
      } catch {
        unsaved = progress;
      }
    },
    forget(): void {
      unsaved = null;
      try {
        getStorage().removeItem(keyOf(owner));
      } catch {
        // Nothing could be stored either.
      }
    },
  };
}
