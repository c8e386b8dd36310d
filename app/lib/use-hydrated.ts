import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's page and for the first moment in the browser; true once scripts work. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
