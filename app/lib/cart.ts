import { useSyncExternalStore } from 'react';
import { type Cart, createCartStore } from './cart-store.ts';
import { onSessionChange, readStoredSession } from './stored-session.ts';

/** This visitor's cart. Touches the browser when used, never when imported. */
export const cartStore = createCartStore(
  () => window.localStorage,
  () => window,
  { current: () => readStoredSession()?.userId ?? null, subscribe: onSessionChange },
);

export function useCart(): Cart {
  return useSyncExternalStore(
    cartStore.subscribe,
    cartStore.getSnapshot,
    cartStore.getServerSnapshot,
  );
}
