import { describe, expect, it, vi } from 'vitest';
import {
  deliverToasts,
  dismissToasts,
  onToastWaiting,
  showToast,
  type ToastNotice,
} from './toast.ts';

describe('toast', () => {
  it('keeps notices in order until somebody shows them, and after', () => {
    const shown: string[] = [];
    const wake = vi.fn();
    showToast({ title: 'first' });
    const forget = onToastWaiting(wake);
    expect(wake).toHaveBeenCalledTimes(1);
    showToast({ title: 'second' });
    expect(wake).toHaveBeenCalledTimes(2);

    const stop = deliverToasts((notice) => shown.push(notice.title));
    showToast({ title: 'third' });
    expect(shown).toEqual(['first', 'second', 'third']);
    expect(wake).toHaveBeenCalledTimes(2);

    stop();
    forget();
    showToast({ title: 'fourth' });
    expect(shown).toHaveLength(3);
    deliverToasts((notice) => shown.push(notice.title))();
    expect(shown.at(-1)).toBe('fourth');
    expect(wake).toHaveBeenCalledTimes(2);
  });

  it('takes notices away, shown and waiting', () => {
    showToast({ title: 'waiting' });
    dismissToasts();
    const heard: ToastNotice[] = [];
    let dismissed = 0;
    const stop = deliverToasts(
      (notice) => heard.push(notice),
      () => dismissed++,
    );
    expect(heard).toEqual([]);
    dismissToasts();
    expect(dismissed).toBe(1);
    stop();
    dismissToasts();
    expect(dismissed).toBe(1);
  });
});
