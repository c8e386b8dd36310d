import { beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#domain/cart.ts';
import { mergeCarts } from '#domain/merge-cart.ts';
import { createCartStore } from '../store/cart-store.ts';
import { type AccountCart, type CartSyncDeps, createCartSyncState, syncCart } from './sync-cart.ts';

const ids = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
};
const line = (id: keyof typeof ids, quantity: number): CartLine => ({
  id: ids[id],
  name: id,
  weight: '30g',
  priceCents: 4000,
  quantity,
  imageUrl: '',
});
const write = (lines: readonly CartLine[]) =>
  lines.map(({ name, quantity }) => name + quantity).join(' ');

/** What happens to the next call: the server saves and responds, only saves, or does neither. */
type Weather = 'fine' | 'answer lost' | 'cut off' | 'refusing';

let saved: CartLine[];
let weather: Weather[];
let calls: string[];

const account: AccountCart = {
  read: async () => meet('read', () => saved),
  replace: async (lines, base) =>
    meet('replace', () => {
      saved = mergeCarts(base, lines, saved);
      return saved;
    }),
};

function meet(call: string, act: () => CartLine[]) {
  calls.push(call);
  switch (weather.shift() ?? 'fine') {
    case 'fine':
      return { kind: 'lines' as const, lines: act() };
    case 'answer lost':
      act();
      return { kind: 'unreachable' as const };
    case 'refusing':
      return { kind: 'refused' as const };
    default:
      return { kind: 'unreachable' as const };
  }
}

/** A browser with its own storage, which its tabs share. */
function openBrowser() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
  const tab = () => {
    let owner: string | null = null;
    const cart = createCartStore(
      () => storage,
      () => new EventTarget(),
      { current: () => owner, subscribe: () => () => {} },
    );
    const deps: CartSyncDeps = {
      owner: 'ada',
      account,
      copies: cart,
      progress: createCartSyncState('ada', () => storage),
      exclusively: (work) => work(),
    };
    return {
      cart,
      signIn: () => {
        owner = 'ada';
        return syncCart(deps, { reads: true });
      },
      save: () => syncCart(deps, { reads: false }),
      read: () => syncCart(deps, { reads: true }),
      lines: () => write(cart.getSnapshot().lines),
    };
  };
  return { entries, tab };
}

beforeEach(() => {
  saved = [];
  weather = [];
  calls = [];
});

describe('signing in', () => {
  it('moves the guest cart into an empty account and removes the local copy', async () => {
    const { entries, tab } = openBrowser();
    const shop = tab();
    shop.cart.add(line('a', 2));
    expect(await shop.signIn()).toBe('saved');
    expect(write(saved)).toBe('a2');
    expect(shop.lines()).toBe('a2');
    expect(entries.has('cart')).toBe(false);
  });

  it('never shows an empty cart on the way', async () => {
    const shop = openBrowser().tab();
    shop.cart.add(line('a', 2));
    const seen: string[] = [];
    shop.cart.subscribe(() => {
      if (shop.cart.getSnapshot().loaded) seen.push(shop.lines());
    });
    await shop.signIn();
    expect(new Set(seen)).toEqual(new Set(['a2']));
  });

  it('joins both carts, the higher quantity of each line', async () => {
    saved = [line('a', 1), line('b', 5)];
    const shop = openBrowser().tab();
    shop.cart.add(line('a', 3));
    shop.cart.add(line('b', 2));
    await shop.signIn();
    expect(shop.lines()).toBe('a3 b5');
    expect(write(saved)).toBe('a3 b5');
  });

  it('is not loaded before the account has answered, nor empty for good when it cannot', async () => {
    const shop = openBrowser().tab();
    weather = ['cut off'];
    const signedIn = shop.signIn();
    expect(shop.cart.getSnapshot().loaded).toBe(false);
    expect(await signedIn).toBe('unreachable');
    expect(shop.cart.getSnapshot()).toEqual({ loaded: true, lines: [], unsaved: false });
    saved = [line('a', 1)];
    await shop.save();
    expect(shop.lines()).toBe('a1');
  });

  it('drops lines that cannot be products', async () => {
    const shop = openBrowser().tab();
    shop.cart.add({ ...line('a', 1), id: 'typed-by-hand' });
    shop.cart.add(line('b', 1));
    await shop.signIn();
    expect(write(saved)).toBe('b1');
  });
});

describe('a change', () => {
  it('is saved in one call, and no call is made without a change', async () => {
    const shop = openBrowser().tab();
    await shop.signIn();
    calls = [];
    shop.cart.add(line('a', 1));
    expect(await shop.save()).toBe('saved');
    expect(await shop.save()).toBe('saved');
    expect(calls).toEqual(['replace']);
    expect(write(saved)).toBe('a1');
  });

  it('is reverted when it is refused', async () => {
    saved = [line('a', 1)];
    const shop = openBrowser().tab();
    await shop.signIn();
    shop.cart.setQuantity(line('a', 1), 9);
    weather = ['refusing'];
    expect(await shop.save()).toBe('refused');
    expect(shop.lines()).toBe('a1');
    expect(write(saved)).toBe('a1');
  });

  it.each<Weather>(['cut off', 'answer lost'])(
    'made when the connection is %s is saved once, however often it is sent',
    async (trouble) => {
      saved = [line('a', 1)];
      const { tab } = openBrowser();
      const shop = tab();
      await shop.signIn();
      shop.cart.add(line('a', 1));
      weather = [trouble, 'cut off', trouble];
      expect(await shop.save()).toBe('unreachable');
      expect(await shop.save()).toBe('unreachable');
      expect(shop.lines()).toBe('a2');
      // The tab was closed in the meantime.
      const later = tab();
      await later.signIn();
      await later.save();
      expect(later.lines()).toBe('a2');
      expect(write(saved)).toBe('a2');
    },
  );

  it('taken back after its answer was lost is taken back', async () => {
    saved = [line('a', 1)];
    const shop = openBrowser().tab();
    await shop.signIn();
    weather = ['answer lost'];
    const removed = shop.cart.remove(line('a', 1));
    await shop.save();
    expect(write(saved)).toBe('');
    if (removed) shop.cart.restore(removed);
    await shop.save();
    expect(shop.lines()).toBe('a1');
    expect(write(saved)).toBe('a1');
  });

  it('is sent after the one in flight', async () => {
    const shop = openBrowser().tab();
    await shop.signIn();
    shop.cart.add(line('a', 1));
    const saving = shop.save();
    shop.cart.add(line('b', 1));
    shop.cart.setQuantity(line('a', 1), 4);
    await saving;
    expect(write(saved)).toBe('a4 b1');
    expect(shop.lines()).toBe('a4 b1');
  });
});

describe('two devices', () => {
  it('keep additions and removals of both', async () => {
    saved = [line('a', 1)];
    const [phone, desk] = [openBrowser().tab(), openBrowser().tab()];
    await phone.signIn();
    await desk.signIn();
    phone.cart.add(line('b', 2));
    desk.cart.remove(line('a', 1));
    await Promise.all([phone.save(), desk.save()]);
    await phone.read();
    await desk.read();
    expect([phone.lines(), desk.lines(), write(saved)]).toEqual(['b2', 'b2', 'b2']);
  });
});

/** Every line ever added stays unless it was removed, and is never counted twice. */
it('neither loses nor duplicates lines over a thousand random sequences', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let day = 0; day < 1000; day++) {
    saved = [];
    const browser = openBrowser();
    const tabs = [browser.tab(), browser.tab(), openBrowser().tab()];
    for (const tab of tabs) await tab.signIn();
    let expected = 0;
    for (let step = 0; step < 6; step++) {
      const tab = tabs[random(tabs.length)];
      weather = (['fine', 'fine', 'answer lost', 'cut off'] as const).slice(
        random(4),
        random(4) + 1,
      );
      expected = Math.max(expected, tab?.cart.add(line('a', 1)).quantity ?? 0);
      await tab?.save();
    }
    weather = [];
    for (const tab of [...tabs, ...tabs]) await tab.read();
    expect(new Set([...tabs.map((tab) => tab.lines()), write(saved)])).toEqual(
      new Set([`a${expected}`]),
    );
  }
});
