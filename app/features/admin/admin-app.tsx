import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, type RouteObject, useLocation, useRoutes } from 'react-router';
import { adminScreenAt, adminScreens } from './admin-screens.ts';
import { createAdminQueries } from './data/create-admin-queries.ts';
import { ConfirmProvider } from './dialogs/confirm.tsx';
import { OrderSheet } from './orders/order-sheet.tsx';
import { AdminGate } from './session/admin-gate.tsx';
import { AdminShell } from './shell/admin-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenLoading } from './shell/screen-loading.tsx';

const screens: RouteObject[] = [
  ...adminScreens.map(({ path, load }) => {
    const Screen = lazy(load);
    return { path: `${path}/*`, element: <Screen /> };
  }),
  { path: '*', element: <NotFound /> },
];

/** What is printed stands alone, without the shell. */
const sheets: RouteObject[] = [
  { path: 'orders/:id/print', element: <OrderSheet kind="order" /> },
  { path: 'orders/:id/packing-slip', element: <OrderSheet kind="packing-slip" /> },
];

/** The guarded part of /admin. Loaded in the browser only. */
export default function AdminApp() {
  const [queries] = useState(createAdminQueries);
  const { pathname } = useLocation();
  // While the gate asks who this is. React would show what came later some moments later still.
  useEffect(() => {
    adminScreenAt(pathname)
      ?.load()
      .catch(() => {});
  }, [pathname]);
  return (
    <QueryClientProvider client={queries}>
      <AdminGate>
        {(email) => (
          <ConfirmProvider>
            <Screens email={email} />
          </ConfirmProvider>
        )}
      </AdminGate>
    </QueryClientProvider>
  );
}

function Screens({ email }: { email: string }) {
  const shell = (
    <AdminShell email={email}>
      <Suspense fallback={<ScreenLoading />}>
        <Outlet />
      </Suspense>
    </AdminShell>
  );
  return useRoutes([...sheets, { element: shell, children: screens }]);
}
