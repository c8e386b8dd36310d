import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { deliverToasts, type ToastNotice } from './toast.ts';

const shownMs = 6000;
/** As long as `.toast` takes to leave. */
const leavingMs = 300;
const shownAtOnce = 3;

/** Notices at the lower edge; the newest lowest. F6 moves the focus there. */
export default function Toaster() {
  const { toasts, handlers } = useToaster({ duration: shownMs, removeDelay: leavingMs });
  const region = useRef<HTMLElement>(null);

  useEffect(() => deliverToasts(add, () => toast.dismissAll()), []);
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

/** By what they say: the notices that were shown last. */
const said = new Map<string, string>();

/**
 * Something that went wrong is spoken at once, the rest at the next pause. The same words again take
 * the place of the earlier ones, unless each offers something of its own to do.
 */
function add({ title, description, variant, action }: ToastNotice): void {
  const words = action ? null : [variant, title, description].join('\n');
  const earlier = words === null ? undefined : said.get(words);
  if (earlier) toast.remove(earlier);
  const id = toast(
    ({ id }) => (
      <>
        <p className="font-sans text-sm font-semibold">{title}</p>
        {description ? <p className="mt-0.5 text-sm text-bone-deep">{description}</p> : null}
        {action ? (
          <button
            type="button"
            onClick={() => {
              action.onClick();
              toast.dismiss(id);
            }}
            className="mt-1 min-h-11 text-sm font-semibold underline underline-offset-4"
          >
            {action.label}
          </button>
        ) : null}
      </>
    ),
    {
      ariaProps:
        variant === 'destructive'
          ? { role: 'alert', 'aria-live': 'assertive' }
          : { role: 'status', 'aria-live': 'polite' },
    },
  );
  if (words !== null) said.set(words, id);
}
