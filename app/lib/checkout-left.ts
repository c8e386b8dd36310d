/**
 * That this browser was sent to a provider, for all its tabs: whoever does not come back by the
 * success page may have paid all the same. Kept as long as the server knows the browser by cookie.
 */
export interface CheckoutLeft {
  at: number;
  /** The account whose cart was to be paid; null for a guest's. */
  owner: string | null;
}

const storageKey = 'checkout-left';
const keptMs = 24 * 60 * 60_000;

export function markCheckoutLeft(owner: string | null): void {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), owner }));
  } catch {
    // The server asks before anything is paid twice.
  }
}

/** Null when nobody left, or nobody knows. */
export function readCheckoutLeft(): CheckoutLeft | null {
  try {
    const stored = JSON.parse(window.localStorage.getItem(storageKey) ?? 'null') as unknown;
    if (typeof stored !== 'object' || stored === null) return null;
    const { at, owner } = stored as Record<string, unknown>;
    if (typeof at !== 'number' || !(Date.now() - at < keptMs)) return null;
    return { at, owner: typeof owner === 'string' ? owner : null };
  } catch {
    return null;
  }
}

export function forgetCheckoutLeft(): void {
  try {
    window.localStorage.removeItem(storageKey);
  } catch {
    // Nothing could be stored either.
  }
}
