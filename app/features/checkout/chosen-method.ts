const storageKey = 'payment-method';

/** Stores the payment method chosen in this tab, for customers who come back from the provider. */
export function storeMethod(id: string): void {
  try {
    window.sessionStorage.setItem(storageKey, id);
  } catch {
    // Without storage, the default applies.
  }
}

export function readMethod(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
