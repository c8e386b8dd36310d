import { afterEach, expect, it, vi } from 'vitest';
import { toStoredLine } from '#domain/line.ts';
import { earlyClicksScript, readEarlyLinesOnce } from './early-clicks.ts';

afterEach(() => vi.unstubAllGlobals());

const line = {
  id: '3f0b9d0e-5c1f-4f0c-9d1f-0a6d3f3c2b1a',
  name: 'Resin',
  weight: '30g',
  priceCents: 4900,
  imageUrl: '/media/resin.jpg',
  quantity: 1,
};

/** Simulates a page whose head script has run, in a tab with that storage. */
function openPage(storage: Map<string, string>) {
  const page = new EventTarget();
  const sessionStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const window: Window['earlyPresses'] | object = {};
  new Function('window', 'sessionStorage', 'addEventListener', earlyClicksScript)(
    window,
    sessionStorage,
    page.addEventListener.bind(page),
  );
  vi.stubGlobal('sessionStorage', sessionStorage);
  return {
    press(dataset: Record<string, string>) {
      const button = { dataset, animate: () => {} };
      const click = Object.defineProperty(new Event('click'), 'target', {
        value: { closest: () => button },
      });
      page.dispatchEvent(click);
    },
    leave: () => page.dispatchEvent(new Event('pagehide')),
  };
}

it('passes on what was added to the cart if the page is left before its scripts load', () => {
  const storage = new Map<string, string>();
  const page = openPage(storage);
  page.press({ cartLine: JSON.stringify(toStoredLine(line)) });
  page.press({});
  expect(readEarlyLinesOnce()).toEqual([]);
  page.leave();
  // The next page is left as quickly; coming back to the first one must not count twice.
  openPage(storage).leave();
  page.leave();
  expect(readEarlyLinesOnce()).toEqual([line]);
  expect(readEarlyLinesOnce()).toEqual([]);
});
