/** One short notice. `destructive` is spoken at once; the others wait for a pause. */
export interface ToastNotice {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** One thing to do about it, such as taking a removal back. */
  action?: { label: string; onClick: () => void } | undefined;
}

const waiting: ToastNotice[] = [];
let deliver: ((notice: ToastNotice) => void) | null = null;
let dismiss: (() => void) | null = null;
let wake: (() => void) | null = null;

/**
 * Shows a notice from anywhere in the browser. The library behind it loads with the first one;
 * until then notices wait in order.
 */
export function showToast(notice: ToastNotice): void {
  if (deliver) {
    deliver(notice);
  } else {
    waiting.push(notice);
    wake?.();
  }
}

/** Calls back once a notice waits with nobody to show it. Returns how to stop. */
export function onToastWaiting(callback: () => void): () => void {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    if (wake === callback) wake = null;
  };
}

/** Takes every notice away, because what now opens shows the same and needs the room. */
export function dismissToasts(): void {
  waiting.length = 0;
  dismiss?.();
}

/** Takes over delivery, waiting notices first. Returns how to stop. */
export function deliverToasts(
  next: (notice: ToastNotice) => void,
  dismissAll?: () => void,
): () => void {
  deliver = next;
  dismiss = dismissAll ?? null;
  for (const notice of waiting.splice(0)) next(notice);
  return () => {
    if (deliver !== next) return;
    deliver = null;
    dismiss = null;
  };
}

/** Fetches the library ahead of a notice that is likely, say while a button is hovered. */
export function preloadToasts(): void {
  void import('./toaster.tsx');
}
