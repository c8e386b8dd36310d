import {
  addLine,
  type CartLine,
  insertLine,
  type LineChange,
  type LineIdentity,
  lineKey,
  parseCart,
  removeLine,
  setLineQuantity,
} from '#domain/cart.ts';

/** What a component sees. `loaded` is false on the server and until the browser's cart was read. */
export interface Cart {
  lines: readonly CartLine[];
  loaded: boolean;
}

const unloadedCart: Cart = { lines: [], loaded: false };

/** Specification §4: the key under which a signed-out cart is kept. */
export const cartStorageKey = 'cart';

/** A removed line and where it stood, so that it can be put back. */
export interface RemovedLine {
  line: CartLine;
  index: number;
}

/**
 * The signed-out cart in browser storage, shaped for useSyncExternalStore. Storage is read anew
 * for every change and every snapshot, so tabs never overwrite each other with old state. Where
 * storage refuses (private windows, full disk) the cart lives as long as the page does.
 */
export function createCartStore(getStorage: () => Storage, page: () => EventTarget) {
  const listeners = new Set<() => void>();
  let unsaved: string | null = null;
  let snapshot = { json: null as string | null, cart: { lines: [], loaded: true } as Cart };

  function read(): string | null {
    if (unsaved !== null) return unsaved;
    try {
      return getStorage().getItem(cartStorageKey);
    } catch {
      return null;
    }
  }

  function write(lines: readonly CartLine[]): void {
    const json = JSON.stringify(lines);
    try {
      getStorage().setItem(cartStorageKey, json);
      unsaved = null;
    } catch {
      unsaved = json;
    }
    announce();
  }

  function announce(): void {
    for (const listener of listeners) listener();
  }

  function getSnapshot(): Cart {
    const json = read();
    if (json !== snapshot.json) snapshot = { json, cart: { lines: parseCart(json), loaded: true } };
    return snapshot.cart;
  }

  // Another tab wrote, or this page came back from the back-forward cache, where it heard nothing.
  function onPageEvent(event: Event): void {
    const { key } = event as Event & Partial<Pick<StorageEvent, 'key'>>;
    if (event.type === 'storage' && key !== cartStorageKey && key !== null) return;
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
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        page().removeEventListener('storage', onPageEvent);
        page().removeEventListener('pageshow', onPageEvent);
      };
    },
    getSnapshot,
    getServerSnapshot: (): Cart => unloadedCart,
    add: (line: CartLine): LineChange => change((lines) => addLine(lines, line)),
    setQuantity: (identity: LineIdentity, quantity: number): LineChange =>
      change((lines) => setLineQuantity(lines, identity, quantity)),
    /** Null when the line had gone already. */
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
    clear: (): void => write([]),
  };
}
