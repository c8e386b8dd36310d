import { Suspense, useEffect, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { isAsking, isTyping } from '../dialogs/is-asking.ts';

const KeysDialog = lazyOverlay(() => import('./keys-dialog.tsx'));

/** Opens the list of shortcuts, by click or with the "?" key. */
export function KeysHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event) || isAsking()) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', show);
    return () => document.removeEventListener('keydown', show);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center justify-between rounded-sm px-3 text-sm text-bone-deep hover:bg-white/10"
      >
        Keys
        <kbd className="font-sans text-xs">?</kbd>
      </button>
      {open ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
