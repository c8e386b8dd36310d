import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { type Question, useConfirm } from '../dialogs/confirm.tsx';

/** Forms with unsaved changes on the screen. */
let unsaved = 0;

export const hasUnsavedChanges = (): boolean => unsaved > 0;

const unsavedQuestion: Question = {
  title: 'Leave without saving?',
  text: 'Your changes are not saved in the shop yet. This browser keeps them until you come back.',
  confirm: 'Leave',
  cancel: 'Stay',
  danger: true,
};

/**
 * Asks before a form with unsaved changes is left, within the admin area or by closing the tab.
 * `question`: a constant, for what is lost otherwise.
 */
export function useUnsavedWarning(dirty: boolean, question: Question = unsavedQuestion): void {
  const ask = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask(question).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker, ask, question]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    unsaved += 1;
    return () => {
      window.removeEventListener('beforeunload', warn);
      unsaved -= 1;
    };
  }, [dirty]);
}
