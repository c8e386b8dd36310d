const storageKey = 'wallet-order';

/** The wallet order this tab is about to approve (requirements §7.2). */
export function storeWalletOrder(orderId: string): void {
  try {
    window.sessionStorage.setItem(storageKey, orderId);
  } catch {
    // The way back names it as well.
  }
}

/** Null when there is none, or none that could be stored. */
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
    // Nothing could be stored either.
  }
}
