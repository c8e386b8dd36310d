import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToasts, showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';

/** What the notices' region holds, oldest first. */
function shown(): string[] {
  const html = renderToString(createElement(Toaster));
  const notices = html.matchAll(
    /<div[^>]*?(data-leaving)?[^>]*class="toast .*?<p[^>]*>(.*?)<\/p>/g,
  );
  return [...notices]
    .filter(([notice]) => !notice.includes('data-leaving'))
    .map(([, , title]) => title ?? '')
    .reverse();
}

describe('toast', () => {
  beforeEach(() => dismissToasts());

  it('queues toasts in order until the toaster is mounted', () => {
    showToast({ title: 'first' });
    showToast({ title: 'second' });
    expect(shown()).toEqual(['first', 'second']);
  });

  it('replaces a toast with the same text', () => {
    showToast({ title: 'same', variant: 'destructive' });
    showToast({ title: 'other' });
    showToast({ title: 'same', variant: 'destructive' });
    expect(shown()).toEqual(['other', 'same']);
  });

  it('dismisses toasts', () => {
    showToast({ title: 'waiting' });
    dismissToasts();
    expect(shown()).toEqual([]);
  });
});
