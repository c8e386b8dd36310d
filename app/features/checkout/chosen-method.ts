const storageKey = 'payment-method';

/** The payment method chosen in this tab, for customers who come back from the provider. */
export function storeMethod(id: string): void {
  try {
    window.sessionStorage.setItem(storageKey, id);
  } catch {
    // Keeps the default.
  }
}

export function readMethod(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
