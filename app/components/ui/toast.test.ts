import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carryToastsOver, dismissToasts, showCarriedToasts, showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** The texts in the notification region. */
function shown(): string[] {
  const html = renderToString(createElement(Toaster));
  const notices = html.matchAll(
    /<div[^>]*?(data-leaving)?[^>]*class="toast .*?<p[^>]*>(.*?)<\/p>/g,
  );
  return [...notices]
    .filter(([notice]) => !notice.includes('data-leaving'))
    .map(([, , title]) => title ?? '');
}

describe('toast', () => {
  beforeEach(() => dismissToasts());
  afterEach(() => vi.unstubAllGlobals());

  it('waits until the toaster is mounted', () => {
    showToast({ title: 'early' });
    expect(shown()).toEqual(['early']);
  });

  it('shows the newest only', () => {
    showToast({ title: 'first' });
    showToast({ title: 'second', variant: 'destructive' });
    expect(shown()).toEqual(['second']);
  });

  it('lets a notice be read before the next takes its place', () => {
    vi.useFakeTimers();
    showToast({ title: 'first' });
    showToast({ title: 'second' });
    showToast({ title: 'third' });
    expect(shown()).toEqual(['first']);
    vi.advanceTimersByTime(1500);
    expect(shown()).toEqual(['second']);
    vi.advanceTimersByTime(1500);
    expect(shown()).toEqual(['third']);
    showToast({ title: 'waits' });
    dismissToasts();
    vi.advanceTimersByTime(5000);
    expect(shown()).toEqual([]);
    vi.useRealTimers();
  });

  it('gives each notice time to be read, even after others were dismissed', () => {
    vi.useFakeTimers();
    showToast({ title: 'first' });
    showToast({ title: 'second' });
    dismissToasts();
    vi.advanceTimersByTime(1000);
    showToast({ title: 'third' });
    showToast({ title: 'fourth' });
    vi.advanceTimersByTime(1000);
    expect(shown()).toEqual(['third']);
    vi.advanceTimersByTime(500);
    expect(shown()).toEqual(['fourth']);
    vi.useRealTimers();
  });

  it('dismisses toasts', () => {
    showToast({ title: 'waiting' });
    dismissToasts();
    expect(shown()).toEqual([]);
  });

  it('carries what is in sight over a reload, and nothing that has gone', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    showToast({ title: 'kept', actions: [{ label: 'Go', to: '/cart' }] });
    carryToastsOver();
    dismissToasts();
    showCarriedToasts();
    expect(shown()).toEqual(['kept']);
    // The next one waits until this one could be read; a reload must not wait for it.
    showToast({ title: 'newest' });
    expect(shown()).toEqual(['kept']);
    carryToastsOver();
    dismissToasts();
    showCarriedToasts();
    expect(shown()).toEqual(['newest']);
    dismissToasts();
    carryToastsOver();
    showCarriedToasts();
    expect(shown()).toEqual([]);
  });
});
