import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** A line along the upper edge while the next page is on its way. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return (
    <div
      aria-hidden="true"
      data-busy={state !== 'idle' || undefined}
      className="navigation-progress"
    />
  );
}

/**
 * After moving to another page, puts the reading position at its start, as a full load would.
 * The scroll position is left to the router.
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
