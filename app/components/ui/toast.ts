import { createElement } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ToastText } from './toast-text.tsx';

/** One short notice. `destructive` is spoken at once; the others wait for a pause. */
export interface ToastNotice {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** One thing to do about it, such as taking a removal back. */
  action?: { label: string; onClick: () => void } | undefined;
}

const storageKey = 'notices';
/** As long as a notice is in sight. */
export const toastMs = 6000;

/** What may still be in sight, without what only this document could do about it. */
let recent: { at: number; notice: Pick<ToastNotice, 'title' | 'description' | 'variant'> }[] = [];

/** By what they say: the notices that were shown last. */
const said = new Map<string, string>();

/**
 * Shows a notice from anywhere in the browser, also before the `Toaster` is there. The same words
 * again replace the earlier notice, unless each offers an action of its own.
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

/** Takes every notice away, because what now opens shows the same and needs the room. */
export function dismissToasts(): void {
  recent = [];
  toast.dismissAll();
}

/** Before a full load that nobody asked for: what is in sight is shown again behind it. */
export function carryToastsOver(): void {
  const now = Date.now();
  const inSight = recent.filter(({ at }) => now - at < toastMs).map(({ notice }) => notice);
  try {
    if (inSight.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(inSight));
  } catch {
    // Without storage they end with the page.
  }
}

/** Behind such a load. */
export function showCarriedToasts(): void {
  try {
    const carried = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as ToastNotice[];
    sessionStorage.removeItem(storageKey);
    for (const notice of carried) showToast(notice);
  } catch {
    // Nothing that could be shown.
  }
}
