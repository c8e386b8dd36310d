/** A short notice. Screen readers announce `destructive` ones at once; the others wait for a pause. */
export interface ToastNotice {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** What the visitor can do about it; the last action is the most likely. */
  actions?: readonly ToastAction[] | undefined;
}

/** A link or an action; either one closes the notice. */
export type ToastAction = { label: string } & (
  | { to: string; onClick?: undefined }
  | { to?: undefined; onClick: () => void }
);

interface ShownToast {
  /** Changes even if the same text is shown again, so that it is announced again. */
  id: number;
  notice: ToastNotice;
  /** Being animated out. */
  leaving: boolean;
}

const storageKey = 'notice';
/** How long a notice is shown. */
export const toastMs = 6000;
/** As long as the exit animation of `.toast`. */
const leavingMs = 300;
/** Long enough to be read before the next notice replaces it. */
const readMs = 1500;

let current: ShownToast | null = null;
let shownUntilNow = 0;
let shownAt = 0;
let waiting: ToastNotice[] = [];
let nextTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The newest notice, for the `Toaster`. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): ShownToast | null => current,
};

/**
 * Shows a notice from anywhere in the browser, even before the `Toaster` is mounted. There is one
 * notice at a time: a new one replaces the last as soon as that could be read. Errors and repeats
 * of the same notice are shown at once.
 */
export function showToast(notice: ToastNotice): void {
  const before = current && !current.leaving ? current.notice : null;
  const again = notice.title === before?.title && notice.description === before.description;
  const urgent = notice.variant === 'destructive';
  if (urgent) forgetWaiting();
  if (!before || again || urgent) {
    present(notice);
  } else {
    waiting.push(notice);
    nextTimer ??= setTimeout(presentNext, Math.max(0, shownAt + readMs - Date.now()));
  }
}

function present(notice: ToastNotice): void {
  shownUntilNow += 1;
  shownAt = Date.now();
  set({ id: shownUntilNow, notice, leaving: false });
}

function presentNext(): void {
  nextTimer = undefined;
  const next = waiting.shift();
  if (!next) return;
  present(next);
  if (waiting.length > 0) nextTimer = setTimeout(presentNext, readMs);
}

function forgetWaiting(): void {
  waiting = [];
  clearTimeout(nextTimer);
  nextTimer = undefined;
}

/** Removes the notice, because its time is up or the view being opened says the same. */
export function dismissToasts(): void {
  forgetWaiting();
  if (!current || current.leaving) return;
  const leaving = { ...current, leaving: true };
  set(leaving);
  setTimeout(() => current === leaving && set(null), leavingMs);
}

/**
 * Called before a reload that the visitor didn't ask for. The latest notice, visible or still
 * waiting, is shown after the reload, without its actions, which only work in this document.
 */
export function carryToastsOver(): void {
  if (!current || current.leaving) return;
  const newest = waiting.at(-1) ?? current.notice;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...newest, actions: undefined }));
  } catch {
    // Without storage, the notice is lost with the page.
  }
}

/** Called after such a reload. */
export function showCarriedToasts(): void {
  try {
    const carried = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as ToastNotice | null;
    sessionStorage.removeItem(storageKey);
    if (carried) showToast(carried);
  } catch {
    // Nothing readable was stored.
  }
}
