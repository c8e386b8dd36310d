import { useEffect } from 'react';
import { carryToastsOver, dismissToasts, showToast } from '#app/components/ui/toast.ts';
import { isOlderBuild, reloadOlderBuild } from '#app/lib/build-age.ts';
import { loadAuthClient } from '#app/lib/open-auth.ts';
import type { Prefilled } from './auth-screen.tsx';

/**
 * Reloads a tab whose files were part of an earlier build. What was typed is restored, as if it had
 * been passed by another page; a password cannot be stored anywhere, so the notice asks for it.
 * False if the page was not reloaded.
 */
export async function reloadOlderTab(kept: Prefilled): Promise<boolean> {
  const { state } = window.history;
  // Where React Router stores a location's state.
  window.history.replaceState({ ...state, usr: { ...state?.usr, ...kept } }, '');
  showToast({
    title: 'The shop was updated',
    description: kept.mail ? 'Please try again.' : 'Please enter your password again.',
  });
  carryToastsOver();
  if (await reloadOlderBuild()) return true;
  dismissToasts();
  return false;
}

/**
 * Loads what submitting will need as soon as a field gets focus. An outdated tab reloads at that
 * point, while there is nothing typed to lose.
 */
export function usePreparation(screen: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = screen.current;
    if (!within) return;
    const prepare = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement)) return;
      loadAuthClient().catch(async () => {
        const isUntouched = () =>
          [...within.querySelectorAll('input')].every((each) => each.value === each.defaultValue);
        if ((await isOlderBuild()) && isUntouched()) await reloadOlderBuild();
      });
    };
    within.addEventListener('focusin', prepare);
    return () => within.removeEventListener('focusin', prepare);
  }, [screen]);
}
