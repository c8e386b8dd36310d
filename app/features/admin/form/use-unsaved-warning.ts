import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { type Question, useConfirm } from '../dialogs/confirm.tsx';

/** Everything unsaved on the screen, each with its question. */
const warnings = new Set<{ question: Question }>();

const listeners = new Set<() => void>();

export const hasUnsavedChanges = (): boolean => warnings.size > 0;

/** The same as a hook, which follows changes. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(listen, hasUnsavedChanges);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

const unsavedQuestion: Question = {
  title: 'Leave without saving?',
  text: 'Your changes are not saved in the shop yet. This browser keeps them until you come back.',
  confirm: 'Leave',
  cancel: 'Stay',
  danger: true,
};

/**
 * Asks before unsaved changes are lost by leaving, within the admin area (by {@link UnsavedGuard})
 * or by closing the tab. `question` must be a constant; it replaces the default when something else
 * is lost.
 */
export function useUnsavedWarning(dirty: boolean, question: Question = unsavedQuestion): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const warning = { question };
    window.addEventListener('beforeunload', warn);
    warnings.add(warning);
    tellListeners();
    return () => {
      window.removeEventListener('beforeunload', warn);
      warnings.delete(warning);
      tellListeners();
    };
  }, [dirty, question]);
}

/** Mounted once, because a router supports only one blocker and a screen may have several forms. */
export function UnsavedGuard(): null {
  const ask = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const [{ question } = { question: unsavedQuestion }] = warnings;
    void ask(question).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask]);
  return null;
}
