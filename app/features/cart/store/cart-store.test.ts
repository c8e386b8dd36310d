import { beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { cartStorageKey, createCartStore } from './cart-store.ts';

const resin: CartLine = {
  id: 'resin',
  name: 'Pure Resin',
  weight: '30g',
  priceCents: 4990,
  quantity: 1,
  imageUrl: '/media/resin-1-960.webp',
};
const drops: CartLine = { ...resin, id: 'drops', weight: '30ml', name: 'Drops' };

function createStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: () => null,
    length: 0,
  };
}

let storage: Storage;
let page: EventTarget;
const openTab = () =>
  createCartStore(
    () => storage,
    () => page,
  );

beforeEach(() => {
  storage = createStorage();
  page = new EventTarget();
});

const stored = () => JSON.parse(storage.getItem(cartStorageKey) ?? 'null');

describe('cart store', () => {
  it('stores the required shape under the required key', () => {
    openTab().add(resin);
    expect(storage.getItem('cart')).toBe(JSON.stringify([toStoredLine(resin)]));
  });

  it('returns the same snapshot until something changes', () => {
    const cart = openTab();
    cart.add(resin);
    const before = cart.getSnapshot();
    expect(cart.getSnapshot()).toBe(before);
    cart.setQuantity(resin, 2);
    expect(cart.getSnapshot()).not.toBe(before);
    expect(cart.getSnapshot().lines).toEqual([{ ...resin, quantity: 2 }]);
  });

  it('is not loaded on the server, and loaded though empty in the browser', () => {
    const cart = openTab();
    expect(cart.getServerSnapshot()).toEqual({ lines: [], loaded: false, unsaved: false });
    expect(cart.getSnapshot()).toEqual({ lines: [], loaded: true, unsaved: false });
  });

  it('builds on what another tab wrote instead of overwriting it', () => {
    const [one, other] = [openTab(), openTab()];
    one.getSnapshot();
    other.add(resin);
    one.add(drops);
    expect(stored()).toEqual([resin, drops].map(toStoredLine));
  });

  it('tells its subscribers of its own changes and of other tabs', () => {
    const cart = openTab();
    let told = 0;
    const unsubscribe = cart.subscribe(() => told++);
    cart.add(resin);
    expect(told).toBe(1);
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
    page.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    page.dispatchEvent(new Event('pageshow'));
    expect(told).toBe(4);
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }));
    expect(told).toBe(4);
    unsubscribe();
    page.dispatchEvent(new Event('pageshow'));
    expect(told).toBe(4);
  });

  it('removes a line and puts it back where it was', () => {
    const cart = openTab();
    cart.add(resin);
    cart.add(drops);
    const removed = cart.remove(resin);
    expect(stored()).toEqual([drops].map(toStoredLine));
    if (removed) cart.restore(removed);
    expect(stored()).toEqual([resin, drops].map(toStoredLine));
  });

  it('answers null for a line that another tab removed', () => {
    expect(openTab().remove(resin)).toBeNull();
  });

  it('removes paid lines', () => {
    const cart = openTab();
    cart.add(resin);
    cart.takeOut([resin]);
    expect(stored()).toEqual([]);
  });

  it('reads a damaged cart as empty and goes on', () => {
    storage.setItem('cart', '{oops');
    const cart = openTab();
    expect(cart.getSnapshot().lines).toEqual([]);
    cart.add(resin);
    expect(stored()).toEqual([resin].map(toStoredLine));
  });

  it('keeps the cart for this page where storage refuses', () => {
    const cart = createCartStore(
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
      () => page,
    );
    cart.add(resin);
    cart.add(resin);
    expect(cart.getSnapshot().lines).toEqual([{ ...resin, quantity: 2 }]);
    expect(cart.getSnapshot().unsaved).toBe(true);
  });

  it('keeps changes that no longer fit into storage', () => {
    const cart = openTab();
    cart.add(resin);
    storage.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    expect(cart.getSnapshot().unsaved).toBe(false);
    cart.add(drops);
    expect(cart.getSnapshot().lines).toEqual([resin, drops]);
    expect(cart.getSnapshot().unsaved).toBe(true);
  });
});
