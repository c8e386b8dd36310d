import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { showCarriedToasts, toastMs } from './toast.ts';

/** As long as `.toast` takes to leave. */
const leavingMs = 300;
const shownAtOnce = 3;

/**
 * Notices at the lower edge; the newest lowest. F6 moves the focus there. Part of the first load:
 * what went wrong must be sayable when nothing more can be fetched.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster({ duration: toastMs, removeDelay: leavingMs });
  const region = useRef<HTMLElement>(null);

  useEffect(showCarriedToasts, []);
  useEffect(() => {
    const moveFocus = (event: KeyboardEvent) => {
      if (event.key === 'F6') region.current?.focus();
    };
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);

  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      tabIndex={-1}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="pointer-events-none fixed right-4 bottom-4 left-4 z-50 mx-auto flex flex-col-reverse gap-3 sm:left-auto sm:w-96"
    >
      {toasts.slice(0, shownAtOnce).map((shown) => (
        <Notice key={shown.id} shown={shown} />
      ))}
    </section>
  );
}

function Notice({ shown }: { shown: Toast }) {
  // The region speaks for all; only what went wrong interrupts.
  const urgent = shown.ariaProps.role === 'alert';
  return (
    <div
      role={urgent ? 'alert' : undefined}
      data-leaving={shown.visible ? undefined : ''}
      className={clsx(
        'toast on-dark pointer-events-auto flex items-start gap-4 rounded-md p-4 text-paper shadow-lift',
        urgent ? 'bg-danger' : 'bg-ink',
      )}
    >
      <div className="min-w-0 flex-1">{resolveValue(shown.message, shown)}</div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(shown.id)}
        className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-sm text-xl leading-none"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}
