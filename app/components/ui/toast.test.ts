import { describe, expect, it, vi } from 'vitest';
import { deliverToasts, onToastWaiting, showToast } from './toast.ts';

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
});
