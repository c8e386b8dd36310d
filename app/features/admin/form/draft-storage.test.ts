import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftStorage, holdsUnstored, onUnstoredChange } from './draft-storage.ts';
import { createDraftStore } from './draft-store.ts';

let isFull = false;
const warnings = new Set<(event: BeforeUnloadEvent) => void>();

beforeEach(() => {
  const stored: Record<string, string> = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(stored, {
    getItem: method((key: string) => (Object.hasOwn(stored, key) ? stored[key] : null)),
    setItem: method((key: string, value: string) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored[key] = value;
    }),
    removeItem: method((key: string) => delete stored[key]),
  });
  vi.stubGlobal('localStorage', stored);
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: () => void) => warnings.add(listener),
    removeEventListener: (_name: string, listener: () => void) => warnings.delete(listener),
  });
});
afterEach(() => {
  isFull = false;
  vi.unstubAllGlobals();
});

it('keeps what a full storage did not take, and asks before the page is left', () => {
  const told = vi.fn();
  const stop = onUnstoredChange(() => told(holdsUnstored()));
  const store = createDraftStore('admin-draft:me:products:new');
  const slot = store.newSlot();
  const draft = (to: string) => ({ at: to, changed: { name: { from: '', to } }, newId: null });
  store.write(slot, draft('a'));
  expect(told).toHaveBeenLastCalledWith(false);
  expect(warnings.size).toBe(0);

  isFull = true;
  store.write(slot, draft('ab'));
  expect(store.list()).toMatchObject([{ slot, changed: { name: { to: 'ab' } } }]);
  expect(told).toHaveBeenLastCalledWith(true);
  const event = { preventDefault: vi.fn() };
  for (const warn of warnings) warn(event as never);
  expect(event.preventDefault).toHaveBeenCalledOnce();

  isFull = false;
  store.write(slot, draft('abc'));
  expect(localStorage.getItem(slot)).toContain('abc');
  expect(warnings.size).toBe(0);

  isFull = true;
  store.write(slot, draft('abcd'));
  store.forget(slot);
  expect(holdsUnstored()).toBe(false);
  expect(draftStorage.keys()).toEqual([]);
  stop();
});
