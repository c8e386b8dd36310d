const storageKey = 'wallet-order';

/** Stores the wallet order that this tab is about to approve (requirements §7.2). */
export function storeWalletOrder(orderId: string): void {
  try {
    window.sessionStorage.setItem(storageKey, orderId);
  } catch {
    // The return URL contains it as well.
  }
}

/** Null if there is none, or it could not be stored. */
export function readWalletOrder(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function clearWalletOrder(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Then nothing could be stored either.
  }
}
