import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useGuardedNavigation } from './use-guarded-navigation.ts';

/**
 * Shown while the next page loads: a line along the top and, if it takes long, a text. Both are
 * delayed, so that fast pages show neither.
 */
export function NavigationProgress() {
  const held = useGuardedNavigation();
  const loading = useNavigation().state === 'loading' || held;
  return (
    <>
      <div aria-hidden="true" data-busy={loading || undefined} className="navigation-progress" />
      {loading ? (
        <div className="navigation-notice">
          <Spinner label="Loading…" showLabel />
        </div>
      ) : null}
    </>
  );
}

/**
 * After a navigation, moves focus to the start of the page, as a full load would. The scroll
 * position is left to the router.
 */
export function FocusOnNavigation({ target }: { target: string }) {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById(target)?.focus({ preventScroll: true });
  }, [pathname, target]);
  return null;
}
