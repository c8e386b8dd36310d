/**
 * Remembers, for all tabs, that this browser was sent to a provider: a customer who does not return
 * through the success page may still have paid. Kept as long as a bank may take to pay, and the
 * server knows the browser by cookie.
 */
const storageKey = 'checkout-left';
const keptMs = 14 * 24 * 60 * 60_000;

export function markCheckoutLeft(): void {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify({ at: Date.now() }));
  } catch {
    // The server asks before anything is paid twice.
  }
}

/** False if no one left, or storage can't tell. */
export function hasLeftCheckout(): boolean {
  try {
    const stored = JSON.parse(window.localStorage.getItem(storageKey) ?? 'null') as unknown;
    if (typeof stored !== 'object' || stored === null) return false;
    const { at } = stored as Record<string, unknown>;
    return typeof at === 'number' && Date.now() - at < keptMs;
  } catch {
    return false;
  }
}

export function forgetCheckoutLeft(): void {
  try {
    window.localStorage.removeItem(storageKey);
  } catch {
    // Then nothing could be stored either.
  }
}
