import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { adminSessionKey } from '../session/read-standing.ts';
import { isRefusal } from './admin-failure.ts';

/** What the screens have read, kept while the admin area is open. */
export function createAdminQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (isRefusal(error)) void queries.invalidateQueries({ queryKey: adminSessionKey });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Shown at once, and read anew behind it.
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
    },
  });
  return queries;
}
