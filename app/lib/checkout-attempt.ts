/**
 * One attempt to pay. Its key is sent with every call, so that a double click, a retry or a reload
 * requests the same order; another cart is another attempt.
 */
interface Attempt {
  key: string;
  fingerprint: string;
  /** When it began. Long afterwards the server no longer knows whose it was. */
  at: number;
}

export type CheckoutAttempts = ReturnType<typeof createCheckoutAttempts>;

const storageKey = 'checkout-attempt';
export const leftCheckoutKey = 'checkout-left-here';
const lifetimeMs = 12 * 60 * 60_000;

/**
 * Shared by all tabs, so that one cart is one order however many tabs show it; which tab was sent
 * to the provider is stored per tab (`getTabStorage`). Without storage, it lasts as long as the
 * page.
 */
export function createCheckoutAttempts(
  getStorage: () => Storage,
  createKey: () => string,
  getTabStorage: () => Storage = getStorage,
) {
  let unsaved: Attempt | null = null;

  function read(): Attempt | null {
    if (unsaved) return unsaved;
    try {
      const stored: unknown = JSON.parse(getStorage().getItem(storageKey) ?? 'null');
      if (typeof stored !== 'object' || stored === null) return null;
      const { key, fingerprint, at } = stored as Record<string, unknown>;
      if (typeof key !== 'string' || key === '' || typeof fingerprint !== 'string') return null;
      if (typeof at !== 'number' || !(Date.now() - at < lifetimeMs)) return null;
      return { key, fingerprint, at };
    } catch {
      return null;
    }
  }

  function write(attempt: Attempt): void {
    try {
      getStorage().setItem(storageKey, JSON.stringify(attempt));
      unsaved = null;
    } catch {
      unsaved = attempt;
    }
  }

  function setLeft(left: boolean): void {
    try {
      if (left) getTabStorage().setItem(leftCheckoutKey, 'yes');
      else getTabStorage().removeItem(leftCheckoutKey);
    } catch {
      // Then a return goes undetected.
    }
  }

  function forget(): void {
    unsaved = null;
    setLeft(false);
    try {
      getStorage().removeItem(storageKey);
    } catch {
      // Then nothing could be stored either.
    }
  }

  return {
    /** The key with which to request this cart's order. */
    keyFor(fingerprint: string): string {
      const attempt = read();
      if (attempt?.fingerprint === fingerprint) return attempt.key;
      const key = createKey();
      write({ key, fingerprint, at: Date.now() });
      setLeft(false);
      return key;
    },
    /** This tab is about to leave for the provider. */
    markLeft: (): void => setLeft(true),
    /** True once after this tab has come back from the provider. */
    takeReturn(): boolean {
      try {
        if (getTabStorage().getItem(leftCheckoutKey) === null) return false;
      } catch {
        return false;
      }
      setLeft(false);
      return true;
    },
    /** After the payment, or if the server will not continue this attempt. */
    forget,
  };
}

export const checkoutAttempts = createCheckoutAttempts(
  () => window.localStorage,
  () => crypto.randomUUID(),
  () => window.sessionStorage,
);
