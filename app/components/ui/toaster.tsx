import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { buttonClasses } from './button.tsx';
import { Link } from './link.tsx';
import {
  dismissToasts,
  showCarriedToasts,
  type ToastAction,
  type ToastNotice,
  toastMs,
  toastStore,
} from './toast.ts';

/**
 * The current notice, at the bottom of the page, above any bar that is fixed there. F6 moves focus
 * to it. Part of the initial bundle: an error must be reportable when nothing more can be loaded.
 */
export function Toaster() {
  const { subscribe, getSnapshot } = toastStore;
  const shown = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  const [paused, setPaused] = useState(false);
  const region = useRef<HTMLElement>(null);
  const id = shown?.id;

  useEffect(showCarriedToasts, []);
  useEffect(() => {
    const moveFocus = (event: KeyboardEvent) => {
      if (event.key === 'F6') region.current?.focus();
    };
    document.addEventListener('keydown', moveFocus);
    return () => document.removeEventListener('keydown', moveFocus);
  }, []);
  useEffect(() => {
    if (id === undefined || paused) return;
    const timer = setTimeout(dismissToasts, toastMs);
    return () => clearTimeout(timer);
  }, [id, paused]);
  useLayoutEffect(() => {
    if (id !== undefined && region.current) keepClear(region.current);
  }, [id]);

  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  // A notice that appears under a resting mouse, on the button just clicked, must still time out.
  const pauseWhenMoved = ({ movementX, movementY }: React.MouseEvent) => {
    if (movementX || movementY) pause();
  };
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      tabIndex={-1}
      onMouseMove={pauseWhenMoved}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
      className="toaster pointer-events-none fixed right-4 left-4 z-50 sm:left-auto sm:w-96"
    >
      {shown ? <Notice key={shown.id} notice={shown.notice} leaving={shown.leaving} /> : null}
    </section>
  );
}

function Notice({ notice, leaving }: { notice: ToastNotice; leaving: boolean }) {
  const { title, description, actions } = notice;
  // The surrounding region announces everything; only errors interrupt.
  const urgent = notice.variant === 'destructive';
  return (
    <div
      role={urgent ? 'alert' : undefined}
      data-leaving={leaving ? '' : undefined}
      className={clsx(
        'toast on-dark pointer-events-auto flex items-start gap-4 rounded-md p-4 text-paper shadow-lift',
        urgent ? 'bg-danger' : 'bg-ink',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-sans text-sm font-semibold break-words">{title}</p>
        {description ? (
          <p className="mt-0.5 text-sm break-words text-bone-deep">{description}</p>
        ) : null}
        {actions ? (
          <div className="mt-3 flex gap-3">
            {actions.map((action, index) => (
              <Action key={action.label} {...action} likely={index === actions.length - 1} />
            ))}
          </div>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismissToasts}
        className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-sm text-xl leading-none"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

function Action({ label, to, onClick, likely }: ToastAction & { likely: boolean }) {
  const classes = clsx(
    buttonClasses({ variant: likely ? 'light' : 'light-outline' }),
    'whitespace-nowrap',
  );
  if (to) {
    return (
      <Link to={to} prefetch="intent" onClick={dismissToasts} className={classes}>
        {label}
      </Link>
    );
  }
  return (
    <button
      type="button"
      onClick={() => {
        dismissToasts();
        onClick?.();
      }}
      className={classes}
    >
      {label}
    </button>
  );
}

const keptClear = 'h1, button, a.rounded-sm, input, select, address, [data-address]';

/**
 * Puts the notice at the bottom, or as little above it as possible, where it covers the fewest
 * headings, buttons, fields and addresses.
 */
function keepClear(region: HTMLElement): void {
  region.style.top = region.style.bottom = '';
  const height = (region.firstElementChild as HTMLElement).offsetHeight;
  const { bottom, left, right } = region.getBoundingClientRect();
  const top = bottom - height;
  const under = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const kept = [...document.querySelectorAll(keptClear)]
    .filter((element) => !region.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.right > left && box.left < right);
  const covered = (at: number) =>
    kept.filter((box) => box.bottom > at && box.top < at + height).length;
  let best = top;
  for (let at = top; at > Math.max(under, 0); at -= 8) if (covered(at) < covered(best)) best = at;
  if (best === top) return;
  region.style.top = `${best + height}px`;
  region.style.bottom = 'auto';
}
