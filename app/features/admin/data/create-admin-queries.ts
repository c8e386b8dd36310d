import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './admin-failure.ts';

/** Caches what the screens have loaded while the admin area is open. */
export function createAdminQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Shown at once and revalidated in the background.
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
    },
  });
}
