import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration in the browser; true once scripts work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
