import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type RouteObject, useRoutes } from 'react-router';
import { adminScreens } from './admin-screens.ts';
import { createAdminQueries } from './data/create-admin-queries.ts';
import { ConfirmProvider } from './dialogs/confirm.tsx';
import { AdminGate } from './session/admin-gate.tsx';
import { AdminShell } from './shell/admin-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenLoading } from './shell/screen-loading.tsx';

const routes: RouteObject[] = [
  ...adminScreens.map(({ path, Screen }) => ({ path: `${path}/*`, element: <Screen /> })),
  { path: '*', element: <NotFound /> },
];

/** The guarded part of /admin. Loaded in the browser only. */
export default function AdminApp() {
  const [queries] = useState(createAdminQueries);
  return (
    <QueryClientProvider client={queries}>
      <AdminGate>
        {(email) => (
          <ConfirmProvider>
            <AdminShell email={email}>
              <Suspense fallback={<ScreenLoading />}>
                <Screens />
              </Suspense>
            </AdminShell>
          </ConfirmProvider>
        )}
      </AdminGate>
    </QueryClientProvider>
  );
}

function Screens() {
  return useRoutes(routes);
}
