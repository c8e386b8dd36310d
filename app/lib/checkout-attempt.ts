/**
 * One attempt to pay. The key goes with every call of the attempt, so that a double click, a retry
 * or a reload asks for the same order; another cart is another attempt.
 */
interface Attempt {
  key: string;
  fingerprint: string;
  /** The browser has been sent to the provider. */
  left: boolean;
}

export type CheckoutAttempts = ReturnType<typeof createCheckoutAttempts>;

const storageKey = 'checkout-attempt';

/** Kept per tab, in session storage; where storage refuses, for as long as the page lives. */
export function createCheckoutAttempts(getStorage: () => Storage, createKey: () => string) {
  let unsaved: Attempt | null = null;

  function read(): Attempt | null {
    if (unsaved) return unsaved;
    try {
      const stored: unknown = JSON.parse(getStorage().getItem(storageKey) ?? 'null');
      if (typeof stored !== 'object' || stored === null) return null;
      const { key, fingerprint, left } = stored as Record<string, unknown>;
      if (typeof key !== 'string' || key === '' || typeof fingerprint !== 'string') return null;
      return { key, fingerprint, left: left === true };
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

  function forget(): void {
    unsaved = null;
    try {
      getStorage().removeItem(storageKey);
    } catch {
      // Nothing could be stored either.
    }
  }

  return {
    /** The key under which to ask for this cart's order. */
    keyFor(fingerprint: string): string {
      const attempt = read();
      if (attempt?.fingerprint === fingerprint) return attempt.key;
      const key = createKey();
      write({ key, fingerprint, left: false });
      return key;
    },
    /** The browser is about to leave for the provider. */
    markLeft(): void {
      const attempt = read();
      if (attempt) write({ ...attempt, left: true });
    },
    /** True once after the browser came back from the provider. */
    takeReturn(): boolean {
      const attempt = read();
      if (!attempt?.left) return false;
      write({ ...attempt, left: false });
      return true;
    },
    /** After the payment, or when the server will not continue this attempt. */
    forget,
  };
}

export const checkoutAttempts = createCheckoutAttempts(
  () => window.sessionStorage,
  () => crypto.randomUUID(),
);
