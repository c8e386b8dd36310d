import { createElement } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ToastText } from './toast-text.tsx';

/** A short notice. Screen readers announce `destructive` at once; the others wait for a pause. */
export interface ToastNotice {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** One thing to do about it, such as taking a removal back. */
  action?: { label: string; onClick: () => void } | undefined;
}

const storageKey = 'notices';
/** How long a notice is shown. */
export const toastMs = 6000;

/** Notices that may still be shown, without their actions, which only work in this document. */
let recent: { at: number; notice: Pick<ToastNotice, 'title' | 'description' | 'variant'> }[] = [];

/** Ids of the notices last shown, by their text. */
const said = new Map<string, string>();

/**
 * Shows a notice from anywhere in the browser, even before the `Toaster` is mounted. A notice with
 * the same text replaces the earlier one, unless it offers an action.
 */
export function showToast(notice: ToastNotice): void {
  const { title, description, variant, action } = notice;
  const now = Date.now();
  recent = recent.filter(({ at }) => now - at < toastMs);
  recent.push({ at: now, notice: { title, description, variant } });
  const words = action ? null : [variant, title, description].join('\n');
  const earlier = words === null ? undefined : said.get(words);
  if (earlier) toast.remove(earlier);
  const id = toast(
    ({ id }) => createElement(ToastText, { notice, onDone: () => toast.dismiss(id) }),
    {
      ariaProps:
        variant === 'destructive'
          ? { role: 'alert', 'aria-live': 'assertive' }
          : { role: 'status', 'aria-live': 'polite' },
    },
  );
  if (words !== null) said.set(words, id);
}

/** Removes every notice, because the view that now opens says the same and needs the space. */
export function dismissToasts(): void {
  recent = [];
  toast.dismissAll();
}

/**
 * Called before a reload that the visitor didn't ask for: notices in sight are shown again
 * afterwards.
 */
export function carryToastsOver(): void {
  const now = Date.now();
  const inSight = recent.filter(({ at }) => now - at < toastMs).map(({ notice }) => notice);
  try {
    if (inSight.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(inSight));
  } catch {
    // Without storage, they are lost with the page.
  }
}

/** Called after such a reload. */
export function showCarriedToasts(): void {
  try {
    const carried = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as ToastNotice[];
    sessionStorage.removeItem(storageKey);
    for (const notice of carried) showToast(notice);
  } catch {
    // Nothing readable was stored.
  }
}
