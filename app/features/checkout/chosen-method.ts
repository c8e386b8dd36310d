const storageKey = 'payment-method';

/** The way of paying chosen in this tab, for whoever comes back from the provider. */
export function storeMethod(id: string): void {
  try {
    window.sessionStorage.setItem(storageKey, id);
  } catch {
    // The default stands.
  }
}

export function readMethod(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
