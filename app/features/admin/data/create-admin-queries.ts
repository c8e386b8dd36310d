import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './admin-failure.ts';

/** What the screens have read, kept while the admin area is open. */
export function createAdminQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Shown at once, and read anew behind it.
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
    },
  });
}
