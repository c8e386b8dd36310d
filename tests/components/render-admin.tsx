import '#app/styles/admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createAdminQueries } from '#app/features/admin/data/create-admin-queries.ts';
import { ConfirmProvider } from '#app/features/admin/dialogs/confirm.tsx';
import { UnsavedGuard } from '#app/features/admin/form/use-unsaved-warning.ts';
import { sessionStorageKey } from '#app/lib/stored-session.ts';
import type { Shop } from '#app/lib/use-shop.ts';
import { renderAt } from './render-at.tsx';

/** Renders an admin screen with the owner signed in. */
export async function renderAdmin(
  address: string,
  screen: React.ReactNode,
  facts: Partial<Shop> = {},
) {
  const session = {
    access_token: 'token-of-the-owner',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: '00000000-0000-4000-8000-000000000001', email: 'owner@livfit.example' },
  };
  window.localStorage.setItem(sessionStorageKey(window.location.hostname), JSON.stringify(session));
  const queries = createAdminQueries();
  const { queries: defaults } = queries.getDefaultOptions();
  queries.setDefaultOptions({ queries: { ...defaults, retryDelay: 0 } });
  return renderAt(
    address,
    <QueryClientProvider client={queries}>
      <ConfirmProvider>
        <UnsavedGuard />
        {screen}
      </ConfirmProvider>
    </QueryClientProvider>,
    facts,
  );
}
