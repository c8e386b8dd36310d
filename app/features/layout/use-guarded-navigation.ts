import { useContext, useEffect, useMemo } from 'react';
import {
  type UNSAFE_AssetsManifest as AssetsManifest,
  createPath,
  type Location,
  matchRoutes,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  useBlocker,
} from 'react-router';
import { carryToastsOver, showToast } from '#app/components/ui/toast.ts';
import { checkBuildAge } from '#app/lib/build-age.ts';

/** A pointer that rests on a link this long is likely to click it. */
const likelyAfterMs = 100;

/**
 * Holds a navigation until the next page is certain to show. If a file or response can't be loaded,
 * React Router reloads the page or shows an error in its place; here, offline visitors stay where
 * they are and get a notice, and a tab older than the build continues with a full page load. Pages
 * whose link is likely to be clicked are prefetched. True while a navigation waits.
 */
export function useGuardedNavigation(): boolean {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const manifest = useContext(UNSAFE_FrameworkContext)?.manifest;
  const pages = useMemo(
    () =>
      router && manifest
        ? (to: { pathname: string }) =>
            (matchRoutes(router.routes, to) ?? []).flatMap(
              ({ route }) => manifest.routes[route.id ?? ''] ?? [],
            )
        : null,
    [router, manifest],
  );
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      from.pathname !== to.pathname || from.search !== to.search,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked' || !router) return;
    const { location, proceed, reset } = blocker;
    const target = createPath(location);
    let left = false;
    void prepare(location).then((verdict) => {
      if (left) return;
      if (verdict === 'go') return proceed();
      if (verdict === 'load') {
        carryToastsOver();
        return window.location.assign(target);
      }
      reset();
      showToast({
        title: 'The page could not be loaded',
        description: 'Please check your connection and try again.',
        variant: 'destructive',
        actions: [
          {
            label: 'Try again',
            onClick: () => void router.navigate(target, { state: location.state }),
          },
        ],
      });
    });
    return () => {
      left = true;
    };

    async function prepare(to: Location): Promise<'go' | 'load' | 'stay'> {
      if (!pages || !manifest) return 'go';
      const routes = pages(to);
      const [age, fetched] = await Promise.all([
        checkBuildAge(manifest.url),
        fetchModules(routes).then(
          () => true,
          () => false,
        ),
      ]);
      if (age === 'older') return 'load';
      if (age === 'unreachable' && (dataAddress(to, routes) || !fetched)) return 'stay';
      return fetched ? 'go' : 'load';
    }
  }, [blocker, router, manifest, pages]);

  useEffect(() => {
    if (!manifest || !pages) return;
    const linkOf = ({ target }: Event) => (target as Element).closest?.('a[href^="/"]');
    // Requested on pointer down, the response has usually arrived by the time of the click.
    const ask = (event: Event) => {
      if (linkOf(event)) void checkBuildAge(manifest.url);
    };
    const prefetch = (event: Event) => {
      const link = linkOf(event);
      if (!(link instanceof HTMLAnchorElement) || !link.dataset.prefetch) return;
      setTimeout(() => {
        if (!link.matches(':hover, :focus')) return;
        const routes = pages(link);
        fetchModules(routes).catch(() => {});
        prefetchData(dataAddress(link, routes));
      }, likelyAfterMs);
    };
    document.addEventListener('pointerdown', ask);
    document.addEventListener('pointerover', prefetch);
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('pointerdown', ask);
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, [manifest, pages]);

  return blocker.state === 'blocked';
}

type PageRoute = NonNullable<AssetsManifest['routes'][string]>;

const fetchModules = (routes: readonly PageRoute[]) =>
  Promise.all(
    routes
      .flatMap(({ module, clientActionModule, clientLoaderModule }) => [
        module,
        clientActionModule,
        clientLoaderModule,
      ])
      .map((file) => file && import(/* @vite-ignore */ file)),
  );

/** The URL from which the router loads a page's data; null if it needs none. The root's is loaded once. */
function dataAddress(
  { pathname, search }: { pathname: string; search: string },
  routes: readonly PageRoute[],
): string | null {
  const asking = routes.filter(({ id, hasLoader }) => hasLoader && id !== 'root');
  if (asking.length === 0) return null;
  const query = new URLSearchParams(search);
  query.set('_routes', asking.map(({ id }) => id).join(','));
  return `${pathname === '/' ? '/_' : pathname}.data?${query}`;
}

/** Prefetches into the browser's cache, which then serves the router's own request. */
function prefetchData(address: string | null): void {
  if (!address || document.head.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'prefetch', as: 'fetch', href: address });
  link.onload = link.onerror = () => link.remove();
  document.head.append(link);
}
