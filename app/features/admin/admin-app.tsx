import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useContext, useEffect, useRef, useState } from 'react';
import {
  Outlet,
  type RouteObject,
  UNSAFE_FrameworkContext,
  useLocation,
  useRoutes,
} from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { carryToastsOver } from '#app/components/ui/toast.ts';
import { checkBuildAge } from '#app/lib/build-age.ts';
import { holdsUnstoredSession } from '#app/lib/session-store.ts';
import { adminScreenAt, adminScreens } from './admin-screens.ts';
import { createAdminQueries } from './data/create-admin-queries.ts';
import { reloadOutdated } from './data/told-facts.ts';
import { ConfirmProvider } from './dialogs/confirm.tsx';
import { claimTab } from './form/tab-name.ts';
import { hasUnsavedChanges, UnsavedGuard } from './form/use-unsaved-warning.ts';
import { OrderSheet } from './orders/order-sheet.tsx';
import { AdminGate } from './session/admin-gate.tsx';
import { AdminShell } from './shell/admin-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenLoading } from './shell/screen-loading.tsx';
import { ScreenUnavailable } from './shell/screen-unavailable.tsx';

const screens: RouteObject[] = [
  ...adminScreens.map(({ path, alone, load }) => {
    const Screen = lazyPart(load, ScreenUnavailable);
    return { path: alone ? path : `${path}/*`, element: <Screen /> };
  }),
  { path: '*', element: <NotFound /> },
];

/** Printed pages are shown without the shell. */
const sheets: RouteObject[] = [
  { path: 'orders/:id/print', element: <OrderSheet kind="order" /> },
  { path: 'orders/:id/packing-slip', element: <OrderSheet kind="packing-slip" /> },
];

/** The protected part of /admin. Loaded in the browser only. */
export default function AdminApp() {
  const [queries] = useState(createAdminQueries);
  const { pathname } = useLocation();
  // Loads the screen while the gate checks the session; loading it afterwards would add a delay.
  useEffect(() => {
    adminScreenAt(pathname)
      ?.load()
      .catch(() => {});
  }, [pathname]);
  // Forms wait for it before they restore what this tab holds.
  useEffect(() => void claimTab(), []);
  useReloadWhenOlder(pathname);
  useReloadWhenOutdated(adminScreenAt(pathname)?.path);
  return (
    <QueryClientProvider client={queries}>
      <AdminGate>
        {(email) => (
          <ConfirmProvider>
            <UnsavedGuard />
            <Screens email={email} />
          </ConfirmProvider>
        )}
      </AdminGate>
    </QueryClientProvider>
  );
}

/** Reloads a tab older than the current build once, when it navigates to another screen. */
function useReloadWhenOlder(pathname: string): void {
  const manifest = useContext(UNSAFE_FrameworkContext)?.manifest;
  const opened = useRef(pathname);
  useEffect(() => {
    if (!manifest || opened.current === pathname) return;
    let left = false;
    void checkBuildAge(manifest.url).then((age) => {
      if (left || age !== 'older') return;
      // If something was typed meanwhile, this waits for the next screen. A session that the
      // browser could not store would be lost.
      if (hasUnsavedChanges() || holdsUnstoredSession()) return;
      try {
        if (sessionStorage.getItem(reloadedKey) === manifest.url) return;
        sessionStorage.setItem(reloadedKey, manifest.url);
      } catch {
        // Without storage there is no record of the reload, so it could loop.
        return;
      }
      carryToastsOver();
      window.location.reload();
    });
    return () => {
      left = true;
    };
  }, [manifest, pathname]);
}

/** Reloads outdated shop facts when the admin opens another screen, or leaves for the shop. */
function useReloadWhenOutdated(screen: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each arrival
  useEffect(() => void reloadOutdated(), [screen]);
  useEffect(
    () => () => {
      if (!window.location.pathname.startsWith('/admin')) void reloadOutdated();
    },
    [],
  );
}

/**
 * Holds the manifest of the page that was reloaded: a server still on the former build must not
 * cause a loop.
 */
const reloadedKey = 'reloaded-from';

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
