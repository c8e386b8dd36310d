import { useEffect } from 'react';

/** The clicked button disappears with its view, so focus moves to the next view's heading. */
export function FocusHeading({ within }: { within: React.RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const heading = within.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [within]);
  return null;
}
