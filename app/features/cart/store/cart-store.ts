import { useSyncExternalStore } from 'react';
import { onSessionChange, readStoredSession } from '#app/lib/stored-session.ts';
import {
  addLine,
  type CartLine,
  insertLine,
  type LineChange,
  type LineIdentity,
  lineKey,
  type PaidLine,
  parseCart,
  removeLine,
  serializeCart,
  setLineQuantity,
  subtractPaidLines,
} from '#domain/cart.ts';

/** What a component sees. `loaded` is false on the server and until the browser's cart has been read. */
export interface Cart {
  lines: readonly CartLine[];
  loaded: boolean;
  /** A guest's cart that storage did not accept: the next full load loses it. */
  unsaved: boolean;
}

const unloadedCart: Cart = { lines: [], loaded: false, unsaved: false };

/** Requirements §4.3: the key under which a signed-out cart is stored. */
export const cartStorageKey = 'cart';

/** The storage key of a guest's cart, or of this browser's copy of an account's cart. */
const keyOf = (owner: string | null) => (owner ? `${cartStorageKey}:${owner}` : cartStorageKey);

/** A removed line and its position, so that it can be put back. */
export interface RemovedLine {
  line: CartLine;
  index: number;
}

/** The owner of the cart: an account's id, or null for a guest. */
export interface CartOwner {
  current(): string | null;
  /** Calls the listener on sign-in and sign-out. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const guest: CartOwner = { current: () => null, subscribe: () => () => {} };

/**
 * The cart in browser storage, shaped for useSyncExternalStore: a guest's, or the copy of the
 * account's cart, which `syncCart` syncs with the server. Storage is read again for every change
 * and every snapshot, so tabs never overwrite each other with stale state. If storage is
 * unavailable (private windows, full disk), the cart lasts as long as the page.
 */
export function createCartStore(
  getStorage: () => Storage,
  page: () => EventTarget,
  owner: CartOwner = guest,
) {
  const listeners = new Set<() => void>();
  /** What storage did not accept, by key. */
  const unstored = new Map<string, string | null>();
  let snapshot = { key: '', json: null as string | null, cart: unloadedCart };
  let stopListening = () => {};

  function read(key: string): string | null {
    try {
      return unstored.has(key) ? (unstored.get(key) ?? null) : getStorage().getItem(key);
    } catch {
      return null;
    }
  }

  /** Null removes the cart from storage altogether. */
  function keep(key: string, lines: readonly CartLine[] | null): void {
    const json = lines && serializeCart(lines);
    try {
      if (json === null) getStorage().removeItem(key);
      else getStorage().setItem(key, json);
      unstored.delete(key);
    } catch {
      unstored.set(key, json);
    }
    announce();
  }

  function write(lines: readonly CartLine[]): void {
    keep(keyOf(owner.current()), lines);
  }

  function announce(): void {
    for (const listener of listeners) listener();
  }

  function getSnapshot(): Cart {
    const owned = owner.current();
    const key = keyOf(owned);
    const json = read(key);
    const unsaved = owned === null && unstored.has(key);
    if (key !== snapshot.key || json !== snapshot.json || unsaved !== snapshot.cart.unsaved) {
      // A guest without a stored cart has an empty one; an account's is unknown until it has been read.
      const loaded = owned === null || json !== null;
      snapshot = { key, json, cart: { lines: parseCart(json), loaded, unsaved } };
    }
    return snapshot.cart;
  }

  // Another tab wrote, or this page was restored from the back/forward cache, where it missed events.
  function onPageEvent(event: Event): void {
    const { key } = event as Event & Partial<Pick<StorageEvent, 'key'>>;
    if (event.type === 'storage' && key && key !== keyOf(owner.current())) return;
    announce();
  }

  function change(apply: (lines: readonly CartLine[]) => LineChange): LineChange {
    const result = apply(getSnapshot().lines);
    write(result.lines);
    return result;
  }

  return {
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        page().addEventListener('storage', onPageEvent);
        page().addEventListener('pageshow', onPageEvent);
        stopListening = owner.subscribe(announce);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        page().removeEventListener('storage', onPageEvent);
        page().removeEventListener('pageshow', onPageEvent);
        stopListening();
      };
    },
    getSnapshot,
    getServerSnapshot: (): Cart => unloadedCart,
    add: (line: CartLine): LineChange => change((lines) => addLine(lines, line)),
    setQuantity: (identity: LineIdentity, quantity: number): LineChange =>
      change((lines) => setLineQuantity(lines, identity, quantity)),
    /** Null if the line was already gone. */
    remove(identity: LineIdentity): RemovedLine | null {
      const { lines } = getSnapshot();
      const index = lines.findIndex((line) => lineKey(line) === lineKey(identity));
      const line = lines[index];
      if (!line) return null;
      write(removeLine(lines, identity));
      return { line, index };
    },
    restore: ({ line, index }: RemovedLine): LineChange =>
      change((lines) => insertLine(lines, line, index)),
    replace: (lines: readonly CartLine[]): void => write(lines),
    /** Removes what was paid; from the guest's cart if it has not been merged into the account yet. */
    takeOut(paid: readonly PaidLine[]): void {
      const guestLines = parseCart(read(keyOf(null)));
      if (guestLines.length > 0) keep(keyOf(null), subtractPaidLines(guestLines, paid));
      else write(subtractPaidLines(getSnapshot().lines, paid));
    },
    /** For the cart sync; null if this browser holds no such cart. */
    linesOf(whose: string | null): CartLine[] | null {
      const json = read(keyOf(whose));
      return json === null ? null : parseCart(json);
    },
    keepLines: (whose: string | null, lines: readonly CartLine[] | null): void =>
      keep(keyOf(whose), lines),
  };
}

/** This visitor's cart. Touches the browser when used, never on import. */
export const cartStore = createCartStore(
  () => window.localStorage,
  () => window,
  { current: () => readStoredSession()?.userId ?? null, subscribe: onSessionChange },
);

export function useCart(): Cart {
  return useSyncExternalStore(
    cartStore.subscribe,
    cartStore.getSnapshot,
    cartStore.getServerSnapshot,
  );
}

const accountCartChanged = 'account-cart-changed';

/** Call when the server itself has changed the account's cart, so that copies of it are reloaded. */
export function announceAccountCart(): void {
  window.dispatchEvent(new Event(accountCartChanged));
}

/** Returns a function that unsubscribes. */
export function onAccountCart(listener: () => void): () => void {
  window.addEventListener(accountCartChanged, listener);
  return () => window.removeEventListener(accountCartChanged, listener);
}
