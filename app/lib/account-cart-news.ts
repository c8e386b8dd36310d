const eventName = 'account-cart-changed';

/** The server has changed the account's cart by itself: whoever keeps a copy reads it again. */
export function announceAccountCart(): void {
  window.dispatchEvent(new Event(eventName));
}

/** Returns how to stop. */
export function onAccountCart(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
